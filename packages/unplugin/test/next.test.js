import path from 'node:path';
import process from 'node:process';
import { tokenOf } from '../src/lower/tokens.js';
import { withLapidary } from '../src/next.js';
import { COMMON, entryOf, nameOf } from '../src/webpack/entries.js';
import { addFiles } from '../src/webpack/traces.js';

/** @param {any} nextConfig @param {any} [config] of webpack @returns {any} what it is changed to */
const configure = (nextConfig, config = { plugins: [{ name: 'own' }] }) =>
	nextConfig.webpack(config, { isServer: true });

/** @param {{ plugins: { name?: string }[] }} config */
const namesOf = ({ plugins }) => plugins.map(({ name }) => name);

test('a configuration keeps what it has, and gets a plugin', () => {
	const nextConfig = withLapidary({ reactStrictMode: true });
	expect(nextConfig.reactStrictMode).toBe(true);
	const { plugins } = configure(nextConfig);
	expect(plugins.length).toBe(3);
	expect(plugins.every(({ apply, name }) => apply || name === 'own')).toBe(true);
	expect(configure(withLapidary(), {}).plugins.length).toBe(2);
});

test('the user’s own function for webpack runs first, with what Next.js gives it', async () => {
	const own = {
		tag: 'mine',
		/** @this {any} @param {any} config @param {any} context */
		webpack(config, context) {
			return { ...config, seen: [this.tag, context.isServer] };
		},
	};
	const changed = configure(withLapidary(own));
	expect(changed.seen).toEqual(['mine', true]);
	expect(namesOf(changed)).toContain('own');
	const late = withLapidary({ webpack: async (/** @type {any} */ config) => config });
	expect(namesOf(await configure(late))).toContain('own');
	// which Next.js refuses itself
	expect(configure(withLapidary({ webpack: () => undefined }))).toBeUndefined();
	expect(namesOf(configure(withLapidary({ webpack: null })))).toContain('own');
});

test.each([
	['a function', (/** @type {string} */ phase) => ({ phase })],
	['a function that gives a promise', async (/** @type {string} */ phase) => ({ phase })],
])('%s is called with the phase', async (_, given) => {
	const nextConfig = await withLapidary(given)('phase-production-build');
	expect(nextConfig.phase).toBe('phase-production-build');
	expect(namesOf(configure(nextConfig))).toContain('own');
});

test('Turbopack and unknown options are refused', () => {
	process.env.TURBOPACK = 'auto';
	try {
		expect(() => withLapidary({})).toThrow(/LP7140[^]*next build --webpack/);
	} finally {
		delete process.env.TURBOPACK;
	}
	expect(() => withLapidary({}, /** @type {any} */ ({ strcit: true }))).toThrow('strcit');
});

/** @param {object} output options @param {boolean} [realContentHash] */
const compilerOf = (output, realContentHash = false) => ({
	options: { output: { module: false, ...output }, optimization: { realContentHash } },
	watchMode: false,
});

test.each([
	['[name].js', '[name]-[contenthash:8].cjs'],
	['../[name].js', '../[name].cjs'],
])('with entries %s a worker module is %s', (filename, expected) => {
	expect(entryOf('score', compilerOf({ filename })).filename).toBe(expected);
	const ofModules = expected.replace('contenthash', 'chunkhash');
	expect(entryOf('score', compilerOf({ filename }, true)).filename).toBe(ofModules);
});

test('the runtime of all worker modules is another file after each change of what is watched', () => {
	const compiler = compilerOf({ filename: '[name].js' });
	const watched = { ...compiler, watchMode: true };
	expect(entryOf(COMMON, watched).filename).toBe('[name]-[fullhash:8].cjs');
	expect(entryOf(COMMON, compiler).filename).toBe('[name]-[contenthash:8].cjs');
});

test('what threads load belongs to the chunks whose units they run', () => {
	const file = path.resolve('score.js');
	const host = {
		resource: file,
		originalSource: () => ({ source: () => tokenOf('worker', file) }),
	};
	const chunkOf = (/** @type {string[]} */ ...files) => ({
		files: new Set(files),
		auxiliaryFiles: new Set(),
	});
	const [own, other] = [chunkOf('main.js'), chunkOf('other.js')];
	const entryFor = (/** @type {string} */ name) => ({ getEntrypointChunk: () => chunkOf(name) });
	addFiles({
		chunks: [own, other],
		chunkGraph: {
			getChunkModulesIterable: (/** @type {unknown} */ one) => (one === own ? [host] : []),
		},
		entrypoints: new Map([
			[COMMON, entryFor('common.cjs')],
			[nameOf(file), entryFor('score.cjs')],
		]),
	});
	expect([...own.auxiliaryFiles]).toEqual(['common.cjs', 'score.cjs']);
	expect([...other.auxiliaryFiles]).toEqual([]);
});
