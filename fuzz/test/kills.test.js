import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MAIN = fileURLToPath(new URL('../kills/main.js', import.meta.url));

test.each(['plain', 'compiled'])('60 threads that end anywhere, %s', async (path) => {
	const args = [MAIN, '--count', '60', '--path', path, '--json'];
	// It exits with 1 when something is wrong: what it prints says more.
	const { stdout } = await run(process.execPath, args).catch((error) => error);
	const { whole, failures, kinds, bytesLeft } = JSON.parse(stdout);
	expect(failures).toEqual([]);
	expect(whole).toBe(60);
	expect(bytesLeft).toBeLessThan(65_536);
	const ways = new Set(Object.keys(kinds).map((kind) => kind.split(' ')[1]));
	expect([...ways].sort()).toEqual(['exit', 'oom', 'terminate']);
});
