import { fileURLToPath } from 'node:url';
import { runNode } from '../lib/run-node.js';

const EXAMPLES = fileURLToPath(new URL('../lib/examples.js', import.meta.url));

test('each configuration that is wrong yields its code, and each that is right builds', async () => {
	const { lines, errors } = await runNode([EXAMPLES]);
	expect(errors).toBe('');
	/** @type {{ code: string, verdict: string, codes: string[] }[]} */
	const tried = JSON.parse(lines.at(-1) ?? '');
	expect(tried.map(({ verdict, codes }) => ({ verdict, codes }))).toEqual(
		tried.map(({ code, verdict }) => ({ verdict, codes: verdict === 'wrong' ? [code] : [] })),
	);
	expect(tried.map(({ code }) => code)).toContain('LP7104');
});
