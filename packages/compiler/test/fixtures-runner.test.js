import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
	checkCase,
	chooseCases,
	createLimit,
	findCases,
	mayUpdate,
	readCase,
} from '../../../fixtures/run.js';
import { decodeMap } from '../../../fixtures/runner/decode-map.js';
import { describeValue } from '../../../fixtures/runner/describe.js';
import { lowerSources } from '../../../fixtures/runner/lower-sources.js';

const INPUT = `export async function double(rows) {
	'use cpu_bound';
	return rows.map((row) => row * 2);
}
`;
const CALLS = "calls: [{ fn: 'double', args: [[1, 2]] }]";

let root = '';
beforeEach(() => {
	root = mkdtempSync(path.join(os.tmpdir(), 'lapidary-fixtures-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/**
 * Plant a case and write its expected files.
 *
 * @param {{ group?: string, name?: string, definition?: string, files?: Record<string, string> }} [planted]
 */
async function plant(planted = {}) {
	const { group = 'lower', name = 'planted', definition = CALLS } = planted;
	const { files = { 'input.js': INPUT } } = planted;
	const folder = path.join(root, group, name);
	mkdirSync(folder, { recursive: true });
	const head = `export default { title: 'planted', ${definition} };\n`;
	writeFileSync(path.join(folder, 'case.js'), head);
	for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
	const place = { group, name, folder };
	return { folder, place, fixture: await readCase(place) };
}

/** @param {{ code: string }} change of the worker module @returns {(fixture: any) => any} */
const lowerWrongly = (change) => (fixture) => {
	const lowered = lowerSources(fixture);
	for (const [name, text] of lowered.files) {
		if (/cpu_bound/.test(name)) lowered.files.set(name, text.replace('row * 2', change.code));
	}
	return lowered;
};

describe('a case', () => {
	test('passes when both runs and all expected files agree', async () => {
		const { fixture, folder, place } = await plant();
		expect(await checkCase(fixture, { update: true })).toEqual([]);
		expect(readdirSync(folder).sort()).toEqual([
			'case.js',
			'input.js',
			'output.js',
			'run.txt',
			'worker.js',
		]);
		expect(readFileSync(path.join(folder, 'run.txt'), 'utf8')).toBe('> double([1, 2])\n[2, 4]\n');
		expect(await checkCase(await readCase(place))).toEqual([]);
	});

	test('fails when run.txt holds another result', async () => {
		const { fixture, folder, place } = await plant();
		await checkCase(fixture, { update: true });
		writeFileSync(path.join(folder, 'run.txt'), '> double([1, 2])\n[2, 5]\n');
		const problems = await checkCase(await readCase(place));
		expect(problems).toEqual([expect.stringMatching(/^run\.txt differs[^]*2, 5[^]*2, 4/)]);
	});

	test('fails when an expected file is missing, or is there without being produced', async () => {
		const { fixture, folder, place } = await plant();
		await checkCase(fixture, { update: true });
		rmSync(path.join(folder, 'worker.js'));
		writeFileSync(path.join(folder, 'diagnostics.txt'), '1 error\n');
		const problems = await checkCase(await readCase(place));
		expect(problems).toEqual([
			expect.stringMatching(/^expected files: missing worker\.js; not produced: diagnostics\.txt/),
		]);
	});

	test.each([
		['computes something else', 'row * 3', /the lowered program differs[^]*3, 6/],
		['loses the sign of a zero', 'row * 0 * (row === 1 ? -1 : 1)', /-0, 0/],
		['throws', "(() => { throw new RangeError('planted'); })()", /throws RangeError: planted/],
		['prints', "(console.log('planted'), row * 2)", /--- stdout[^]*planted/],
	])('fails when the worker module %s', async (_title, code, message) => {
		const { fixture } = await plant();
		const lower = lowerWrongly({ code });
		const problems = await checkCase(fixture, { update: true, isVerified: false, lower });
		expect(problems).toEqual([expect.stringMatching(message)]);
	});

	test('takes a difference that the lowered program warns of, and only such a one', async () => {
		const definition = `${CALLS}, warns: ['LP8048']`;
		const warning = "process.emitWarning('planted', { type: 'LapidaryWarning', code: 'LP8048' })";
		const { fixture } = await plant({ definition });
		const told = lowerWrongly({ code: `(${warning}, row * 3)` });
		expect(await checkCase(fixture, { update: true, lower: told })).toEqual([]);
		const silent = lowerWrongly({ code: 'row * 3' });
		expect(await checkCase(fixture, { update: true, lower: silent })).toEqual([
			expect.stringMatching(/^the lowered program has not warned of LP8048/),
		]);
	});

	test('fails when the lowered program does not use threads', async () => {
		const { fixture } = await plant();
		const env = { LAPIDARY_MODE: 'serial' };
		expect(await checkCase(fixture, { update: true, env })).toEqual([
			'units have run, but no thread was started',
		]);
	});

	test('fails when no unit was called, or another one than the case names', async () => {
		const uncalled = await plant({ definition: 'calls: []' });
		expect(await checkCase(uncalled.fixture, { update: true })).toEqual([
			'no unit has run on the pool',
		]);
		const other = await plant({ name: 'other', definition: `${CALLS}, units: ['triple']` });
		expect(await checkCase(other.fixture, { update: true })).toEqual([
			'on the pool ran double and not triple',
		]);
	});

	test('fails when an export is not what it was', async () => {
		const { fixture } = await plant();
		const lower = (/** @type {any} */ each) => {
			const lowered = lowerSources(each);
			const text = String(lowered.files.get('input.js'));
			lowered.files.set('input.js', text.replace(/\n$/, ' export const extra = 1;\n'));
			return lowered;
		};
		expect(await checkCase(fixture, { update: true, lower })).toEqual([
			expect.stringMatching(/^exports differ[^]*extra: number/),
		]);
	});

	test('fails when a line is not where it was', async () => {
		const { fixture } = await plant();
		const lower = (/** @type {any} */ each) => {
			const lowered = lowerSources(each);
			lowered.files.set('input.js', `\n${lowered.files.get('input.js')}`);
			return lowered;
		};
		expect(await checkCase(fixture, { update: true, lower })).toEqual([
			'input.js and the host module that comes of it differ in the number of lines',
		]);
	});

	test('fails when a call names a function that there is not, in both runs alike', async () => {
		const { fixture } = await plant({ definition: "calls: [{ fn: 'triple' }]" });
		const problems = await checkCase(fixture, { update: true });
		expect(problems).toContain('the plain program was ended by 1');
	});
});

describe('a group', () => {
	const refused = { 'input.js': INPUT.replace("\t'use", "\tconst first = 1;\n\t'use") };

	test('lower takes only what is lowered', async () => {
		const { fixture } = await plant({ files: refused, definition: '' });
		const problems = await checkCase(fixture, { update: true });
		expect(problems).toEqual([expect.stringMatching(/^refused with LP1001/)]);
	});

	test('calls takes what is refused only when nothing is to be run', async () => {
		const silent = await plant({ group: 'calls', files: refused, definition: '' });
		expect(await checkCase(silent.fixture, { update: true })).toEqual([]);
		const running = await plant({ group: 'calls', name: 'running', files: refused });
		expect(await checkCase(running.fixture, { update: true })).toEqual([
			expect.stringMatching(/^refused with LP1001/),
		]);
	});

	test('reject takes only what is refused', async () => {
		const { fixture } = await plant({ group: 'reject', definition: '' });
		expect(await checkCase(fixture, { update: true })).toEqual(['nothing is refused']);
		const right = await plant({ group: 'reject', name: 'right', definition: '', files: refused });
		expect(await checkCase(right.fixture, { update: true })).toEqual([]);
	});

	test('todo takes only what is refused as unsupported', async () => {
		const { fixture } = await plant({ group: 'todo', definition: '', files: refused });
		expect(await checkCase(fixture, { update: true })).toEqual([
			"LP1001 is not of the kind 'unsupported'",
		]);
	});

	test('bug takes only what is wrong, and never learns a wrong answer', async () => {
		const { fixture, folder, place } = await plant({ group: 'bug' });
		const lower = lowerWrongly({ code: 'row * 3' });
		expect(await checkCase(fixture, { update: true, lower })).toEqual([]);
		expect(readFileSync(path.join(folder, 'run.txt'), 'utf8')).toContain('[2, 4]');
		expect(readdirSync(folder)).not.toContain('worker.js');
		// Its folder holds the right answer and no emitted text, as a case of this group does.
		expect(await checkCase(await readCase(place))).toEqual([
			expect.stringMatching(/move the case/),
		]);
	});
});

describe('the runner', () => {
	test('finds the cases of all groups, and refuses a folder without case.js', async () => {
		await plant();
		await plant({ group: 'reject' });
		const places = findCases(root).map(({ group, name }) => `${group}/${name}`);
		expect(places).toEqual(['lower/planted', 'reject/planted']);
		mkdirSync(path.join(root, 'lower', 'empty'));
		expect(() => findCases(root)).toThrow('lower/empty has no case.js');
	});

	test('refuses UPDATE and only in CI', async () => {
		const { fixture } = await plant({ definition: 'only: true' });
		const other = { ...fixture, definition: { title: 'other' } };
		expect(mayUpdate({})).toBe(false);
		expect(mayUpdate({ UPDATE: '1' })).toBe(true);
		expect(() => mayUpdate({ UPDATE: '1', CI: 'true' })).toThrow('UPDATE is refused in CI');
		expect(chooseCases([other, fixture], {})).toEqual([fixture]);
		expect(chooseCases([other], { CI: 'true' })).toEqual([other]);
		expect(() => chooseCases([other, fixture], { CI: 'true' })).toThrow(/only is refused in CI/);
	});

	test('runs at most so many cases at a time, and all of them', async () => {
		const limit = createLimit(2);
		let running = 0;
		let most = 0;
		const results = await Promise.allSettled(
			[1, 2, 3, 4, 5].map((number) =>
				limit(async () => {
					most = Math.max(most, ++running);
					await new Promise(setImmediate);
					running--;
					if (number === 2) throw new Error('planted');
					return number;
				}),
			),
		);
		expect(most).toBe(2);
		expect(results.map(({ status }) => status)).toEqual([
			'fulfilled',
			'rejected',
			'fulfilled',
			'fulfilled',
			'fulfilled',
		]);
	});

	test('writes down values so that what differs reads differently', () => {
		class Row {
			id = 1;
		}
		const shared = { a: undefined };
		const view = new Uint8Array([1, 2, 3]).subarray(1);
		const error = Object.assign(new RangeError('far', { cause: 1 }), { code: 'E' });
		const values = [-0, 0, NaN, undefined, null, 1n, '1', 1, {}, [], [,], [undefined], new Row()];
		const more = [{ id: 1 }, new Map([[1, {}]]), new Set([1]), view, new Uint8Array([2, 3])];
		const last = [
			error,
			new Error('far'),
			[shared, shared],
			[shared, { a: undefined }],
			Row,
			() => 1,
		];
		const texts = [...values, ...more, ...last].map(describeValue);
		expect(new Set(texts).size).toBe(texts.length);
		expect(describeValue([shared, shared])).toBe('[&1 {a: undefined}, *1]');
		expect(describeValue(error)).toBe("RangeError: far {cause: 1, code: 'E'}");
		expect(describeValue(view)).toBe('Uint8Array[2, 3] at 1 of ArrayBuffer(1 2 3)');
	});

	test('decodes a source map', () => {
		const sourcesContent = ['function f() {}\nf();'];
		const mappings = 'AAAA,SAASA,CAAC;AACV';
		const map = { mappings, sources: ['a.js'], sourcesContent, names: ['f'] };
		const code = 'function g() {}\ng();';
		expect(decodeMap({ title: 'b.js', code, map }).split('\n')).toEqual([
			'b.js <- a.js',
			'(1:0) "function" --> (1:0) "function"',
			'(1:9) "f" --> (1:9) "g" name f',
			'(1:10) "(" --> (1:10) "("',
			'(2:0) "f" --> (2:0) "g"',
			'',
		]);
	});
});
