import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isShare } from '../../scripts/some-of.js';

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));
/** On a machine that does something else as well. */
const TIMEOUT_MS = 900_000;
/** `npm run fuzz` takes as many as there is time for. */
const COUNT = isShare ? 60 : 2000;

test(
	`the first ${COUNT} programs do lowered what they do as they are written`,
	async () => {
		const args = [
			'--from',
			'1',
			'--count',
			String(COUNT),
			'--scenes',
			'0',
			'--pool-every',
			'50',
			'--json',
		];
		const run = promisify(execFile)(process.execPath, [MAIN, ...args], { maxBuffer: 1 << 26 });
		// It exits with 1 when a program fails: what it prints says more.
		const { stdout } = await run.catch((error) => error);
		const { programs, lowered, pooled, failures } = JSON.parse(stdout);
		// The compiler is on the careful side: what a program loses follows from several of its parts at times (`CARE` in main.js).
		const isCareful = (/** @type {any} */ { kind }) => kind === 'unexpected';
		const shown = failures
			.filter((/** @type {any} */ one) => !isCareful(one))
			.map((/** @type {any} */ one) => `${one.seed}: ${one.kind}\n${one.text}`);
		expect(shown).toEqual([]);
		expect(failures.length).toBeLessThanOrEqual(Math.ceil(programs * 0.001));
		expect(programs).toBe(COUNT);
		expect(pooled).toBeGreaterThan(COUNT / 200);
		// Programs that are refused show nothing.
		expect(lowered).toBeGreaterThan(COUNT * 0.9);
	},
	TIMEOUT_MS,
);
