import { fillTokens, hashOf, hashOfBuild, relativeUrl, tokenOf } from '../src/lower/tokens.js';

test.each([
	['main.js', 'score.js', './score.js'],
	['server/main.js', 'chunks/score.js', '../chunks/score.js'],
	['main.js', 'a b#1?.js', './a%20b%231%3f.js'],
	['', 'score.js', './score.js'],
	['chunks/a.js', 'chunks/b.js', './b.js'],
])('the URL from %j to %j', (from, to, expected) => {
	expect(relativeUrl(from, to)).toBe(expected);
	const { pathname } = new URL(relativeUrl(from, to), `file:///out/${from}`);
	expect(decodeURIComponent(pathname)).toBe(`/out/${to}`);
});

test('tokens are filled in without a change of any column, and URLs do not see it', () => {
	const code = `f(new URL("${tokenOf('worker', '/src/score.js')}", base)); g(new URL('${tokenOf('host', '/src/score.js')}', base));`;
	const filled = fillTokens(code, 'chunks/main.js', (kind, hash) =>
		hash === hashOf('/src/score.js') ? `${kind}s/score.js` : undefined,
	);
	expect(filled).toHaveLength(code.length);
	const [worker = '', host = ''] = [...filled.matchAll(/["']([^"']+)["']/g)].map(
		([, text]) => text,
	);
	const base = 'file:///out/chunks/main.js';
	expect(new URL(worker, base).href).toBe('file:///out/workers/score.js');
	expect(new URL(host, base).href).toBe('file:///out/hosts/score.js');
});

test('a token belongs to a build, by options that may lead in circles', () => {
	class Plugin {
		own = this;
	}
	/** @param {unknown} value */
	const filled = (value) => {
		const token = tokenOf('worker', 'a', hashOfBuild([{ value }, new Plugin()]));
		expect(fillTokens(`"${token}"`, '', () => 'a.js').trimEnd()).toMatch(/^".\/a\.js +"$/);
		return token;
	};
	const tokens = [/a/, /b/, () => 1, () => 2, 1n, { a: [1] }, { a: [2] }].map(filled);
	expect(new Set(tokens).size).toBe(tokens.length);
});

test('a path that is longer than its token is filled in whole', () => {
	const target = `${'long/'.repeat(40)}score.js`;
	const filled = fillTokens(`"${tokenOf('worker', 'a')}"`, 'main.js', () => target);
	expect(filled).toBe(`"./${target}"`);
});
