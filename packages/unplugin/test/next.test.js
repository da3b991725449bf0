import process from 'node:process';
import { withLapidary } from '../src/next.js';

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
