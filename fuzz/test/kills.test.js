import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isShare } from '../../scripts/some-of.js';

const run = promisify(execFile);
const COUNT = isShare ? 30 : 60;
const MAIN = fileURLToPath(new URL('../kills/main.js', import.meta.url));

test.each(['plain', 'compiled'])(`${COUNT} threads that end anywhere, %s`, async (path) => {
	const args = [MAIN, '--count', String(COUNT), '--path', path, '--json'];
	// It exits with 1 when something is wrong: what it prints says more.
	const { stdout } = await run(process.execPath, args).catch((error) => error);
	const { whole, failures, kinds, bytesLeft } = JSON.parse(stdout);
	expect(failures).toEqual([]);
	expect(whole).toBe(COUNT);
	expect(bytesLeft).toBeLessThan(65_536);
	const ways = new Set(Object.keys(kinds).map((kind) => kind.split(' ')[1]));
	expect([...ways].sort()).toEqual(['exit', 'oom', 'terminate']);
});
