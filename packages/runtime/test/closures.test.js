// What fingerprints see of closures: as Jest runs tests in a realm of its own, where there is no debugger, in a thread and a process.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { fingerprint } from '../src/protocol/fingerprint.js';

const SEEN = { isStable: true, isSeen: true };
const UNSEEN = { isStable: true, isSeen: false };
const EXPECTED = {
	'a variable of a closure': SEEN,
	'a variable behind a function of the closure': SEEN,
	'an object that a closure reads': SEEN,
	'what a bound function was given': SEEN,
	'minus zero, NaN and big integers': SEEN,
	'a variable of another name': UNSEEN,
	'nothing without names': UNSEEN,
};

test('variables of closures are compared by their names, in a thread', async () => {
	const worker = new Worker(new URL('./units/closures-thread.js', import.meta.url));
	const [seen] = await once(worker, 'message');
	expect(seen).toEqual(EXPECTED);
});

test('the same in a process, which prints nothing of a debugger and ends', () => {
	const file = fileURLToPath(new URL('./units/closures.js', import.meta.url));
	const script = `import { looks } from ${JSON.stringify(file)}; console.log(JSON.stringify(looks()));`;
	const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
		...{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
	});
	expect(JSON.parse(out)).toEqual(EXPECTED);
});

test('where there is no debugger, closures count as their code', () => {
	let hits = 0;
	const count = () => (hits += 1);
	const before = fingerprint(count, ['hits']);
	count();
	expect(fingerprint(count, ['hits'])).toBe(before);
});
