import { editsOf } from '../shrink/edits.js';
import { generateProgram } from '../generate/program.js';
import { Random } from '../generate/random.js';
import { Scope } from '../generate/scope.js';
import { expression, print } from '../generate/tree.js';
import { shrink } from '../shrink/shrink.js';

/** @param {ReturnType<typeof generateProgram>} program */
const textOf = ({ files, calls }) =>
	JSON.stringify([files.map(({ name, text }) => [name, print(text)]), calls]);

test('a seed gives one program, and another seed another one', () => {
	const texts = [1, 2, 3, 4, 5].map((seed) => textOf(generateProgram(seed)));
	expect([1, 2, 3, 4, 5].map((seed) => textOf(generateProgram(seed)))).toEqual(texts);
	expect(new Set(texts).size).toBe(texts.length);
});

test('choices are spread evenly, and weights count', () => {
	const random = new Random(7);
	const picked = Array.from({ length: 4000 }, () => random.int(4));
	for (const value of [0, 1, 2, 3]) {
		const count = picked.filter((one) => one === value).length;
		expect(count).toBeGreaterThan(900);
		expect(count).toBeLessThan(1100);
	}
	const heavy = Array.from({ length: 1000 }, () =>
		random.weighted([
			[9, 'a'],
			[1, 'b'],
		]),
	);
	expect(heavy.filter((one) => one === 'a').length).toBeGreaterThan(850);
});

test('a name that code within uses from further out is not free', () => {
	const outer = new Scope(null, 'module');
	outer.declare({ name: 'a' });
	const middle = new Scope(outer, 'function');
	const inner = new Scope(middle, 'block');
	expect(middle.isFree('a')).toBe(true);
	inner.pass('a');
	expect(middle.isFree('a')).toBe(false);
	// A `var` passes the block, which cannot declare the name any more.
	inner.passVar('b');
	expect(inner.isFree('b')).toBe(false);
	expect(inner.isFreeForVar('a')).toBe(false);
});

test('edits of an expression keep its type', () => {
	const inner = expression('num', ['x']);
	const tree = expression('num', ['(', expression('str', ['s(', inner, ')']), ' + 1)']);
	expect([...editsOf(tree)].map(print)).toEqual(['1', 'x']);
});

test('what is not needed for a failure is gone after shrinking', async () => {
	const program = generateProgram(5);
	const fails = async (/** @type {typeof program} */ { files, calls }) =>
		calls.length > 0 && files.some(({ text }) => print(text).includes("'use cpu_bound"));
	const smallest = await shrink(program, fails);
	expect(smallest.calls).toHaveLength(1);
	expect(smallest.files).toHaveLength(1);
	expect(print(smallest.files[0].text).length).toBeLessThan(300);
	expect(await fails(smallest)).toBe(true);
});
