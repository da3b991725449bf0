import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { initialize, load as loadAsync } from '../src/adapters/register/async-hooks.js';
import { toModule } from '../src/adapters/register/located.js';
import { registerSyncHooks } from '../src/adapters/register/sync-hooks.js';

test.each(
	/** @type {[Parameters<typeof toModule>[0], string, RegExp][]} */ ([
		[{ code: 'text', kind: 'module' }, 'module', /^text$/],
		[{ code: 'text', kind: 'module', isTyped: true }, 'module-typescript', /^text$/],
		[{ code: 'text', kind: 'commonjs' }, 'module', /runCommonJs\("text", "\/a", "commonjs"\);/],
		[
			{ code: 'text', kind: 'commonjs', isTyped: true },
			'module',
			/runCommonJs\("text", "\/a", "commonjs-typescript"\);/,
		],
	]),
)('the worker module %j has the format that Node runs it by', (workerModule, format, source) => {
	const found = toModule(workerModule, '/a');
	expect(found.format).toBe(format);
	expect(found.source).toMatch(source);
});

describe('synchronous hooks', () => {
	let folder = '';
	beforeEach(() => {
		folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'lapidary-loader-')));
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	/**
	 * @param {string} name of a file that holds `its text`
	 * @param {{ format: string | null, source: string | null }} given by the hooks behind
	 */
	function load(name, given) {
		const file = path.join(folder, name);
		writeFileSync(file, 'its text');
		/** @type {any} */
		let hooks;
		registerSyncHooks(
			(given) => (hooks = given),
			/** @type {any} */ ({
				isLowered: () => true,
				isStripped: () => false,
				/** @param {unknown} source @param {string} _name @param {string} kind */
				lowerHost: (source, _name, kind) => `${kind}: ${source}`,
			}),
		);
		return hooks.load(pathToFileURL(file).href, {}, () => given);
	}

	test.each([
		['a.js', { format: 'module', source: 'text' }, { format: 'module', source: 'module: text' }],
		['a.js', { format: null, source: null }, { format: null, source: 'undefined: its text' }],
		[
			'a.ts',
			{ format: 'module-typescript', source: 'text' },
			{ format: 'module-typescript', source: 'module: text' },
		],
	])('lower what Node loads: %s, %j', (name, given, lowered) => {
		expect(load(name, given)).toEqual(lowered);
	});

	test.each(['module', 'commonjs'])(
		'lower the file where another loader has made a %s without types of it, as threads read that',
		(kind) => {
			expect(load('a.ts', { format: kind, source: 'stripped' })).toEqual({
				format: `${kind}-typescript`,
				source: `${kind}: its text`,
			});
		},
	);
});

test('asynchronous hooks leave TypeScript to the tool that gives it a format, and say so', async () => {
	const unit = "export async function f(x) { 'use cpu_bound'; return x; }";
	/** @type {any[]} */
	const messages = [];
	initialize(
		/** @type {any} */ ({
			options: {},
			isMainThread: true,
			port: { postMessage: (/** @type {unknown} */ one) => messages.push(one) },
			results: new Map(),
		}),
	);
	/** @param {string} name @param {string} source */
	const load = (name, source) => {
		const url = pathToFileURL(path.resolve(name)).href;
		const given = { format: 'module', source };
		return loadAsync(url, /** @type {any} */ ({}), /** @type {any} */ (async () => given));
	};
	expect(await load('plain.ts', 'export {};')).toEqual({ format: 'module', source: 'export {};' });
	expect(messages).toEqual([]);
	expect(await load('a.ts', unit)).toEqual({ format: 'module', source: unit });
	expect(messages).toEqual([{ warn: expect.objectContaining({ code: 'LP7037' }) }]);
});
