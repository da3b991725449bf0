import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { Owned, Partitioned, PartitionedDynamic } from '@lapidary/runtime/gem';
import { createTypedProject, ROOT } from './typed-project.js';

/** @type {import('./typed-project.js').TypedProject} */
let project;
beforeAll(() => {
	project = createTypedProject();
});
afterAll(() => project.remove());

test('the published declarations say what GEMs do', () => {
	const file = path.join(ROOT, 'packages/runtime/test/typing/gems.ts');
	expect(project.check({ 'gems.ts': readFileSync(file, 'utf8') })).toEqual([]);
});

test('a type that refers to itself is mapped', () => {
	const program = `import { Owned } from '@lapidary/runtime/gem';
type Data = Date | number | Data[] | { [key: string]: Data };
type Copy = string | number | Copy[] | { [key: string]: Copy };
declare const data: Data;
export const copy: Copy = Owned.create({ data }).data;
export const wrong: Data = Owned.create({ data }).data;
`;
	expect(project.check({ 'recursive.ts': program })).toEqual(['recursive.ts:6 TS2322']);
});

const HANDLES = `import { Owned, Partitioned, PartitionedDynamic } from '@lapidary/runtime/gem';
export const floats = Owned.create({ at: new Float64Array(2) }).at;
export const bigs = Owned.create({ at: new BigInt64Array(2) }).at;
export const bytes = Owned.create({ at: Buffer.alloc(2) }).at;
export const parts = Partitioned.create([1, 2], { partitions: 1 });
export const ranges = PartitionedDynamic.create([1, 2]);
export const subset = parts.subset();
`;

/** @returns {Record<string, string[]>} names of members, by the name of a constant of HANDLES */
function membersByType() {
	project.check({ 'handles.ts': HANDLES });
	const file = path.join(project.folder, 'handles.ts');
	const program = ts.createProgram([file], {
		strict: true,
		target: ts.ScriptTarget.ES2023,
		module: ts.ModuleKind.NodeNext,
		types: ['node'],
		typeRoots: [path.join(ROOT, 'node_modules/@types')],
		skipLibCheck: true,
	});
	const checker = program.getTypeChecker();
	const source = /** @type {ts.SourceFile} */ (program.getSourceFile(file));
	const module = /** @type {ts.Symbol} */ (checker.getSymbolAtLocation(source));
	return Object.fromEntries(
		checker.getExportsOfModule(module).map((constant) => {
			const type = checker.getTypeOfSymbolAtLocation(constant, source);
			const names = checker.getPropertiesOfType(type).map(({ name }) => name);
			return [constant.name, names.filter(isOwnName).sort()];
		}),
	);
}

/** @param {string} name @returns {boolean} none of a symbol, nor of every object */
const isOwnName = (name) => !name.startsWith('__@') && !(name in Object.prototype);

const NAMES = new Set(
	[Array.prototype, Object.getPrototypeOf(Int8Array.prototype), Int8Array.prototype]
		.flatMap((prototype) => Object.getOwnPropertyNames(prototype))
		.concat(['from', 'to', 'subset', 'getRange', 'release', 'restart', 'atomic', 'size'])
		.filter(isOwnName),
);

/** @param {any} handle @returns {string[]} names of what it has and allows */
const membersOf = (handle) =>
	[...NAMES].filter((name) => handle[name] !== undefined && !isRefused(handle, name)).sort();

/** @param {any} handle @param {string} name @returns {boolean} whether the policy refuses calls of an array's method */
function isRefused(handle, name) {
	if (!Array.isArray(handle) || !Object.hasOwn(Array.prototype, name)) return false;
	if (typeof handle[name] !== 'function') return false;
	try {
		handle[name](1);
	} catch (refusal) {
		return /** @type {any} */ (refusal).code === 'LP8101';
	}
	return false;
}

test('handles have the members that their types have', () => {
	const parts = Partitioned.create([1, 2], { partitions: 1 });
	const found = {
		floats: membersOf(Owned.create({ at: new Float64Array(2) }).at),
		bigs: membersOf(Owned.create({ at: new BigInt64Array(2) }).at),
		bytes: membersOf(Owned.create({ at: Buffer.alloc(2) }).at),
		parts: membersOf(parts),
		ranges: membersOf(PartitionedDynamic.create([1, 2])),
		subset: membersOf(parts.subset()),
	};
	expect(found.floats).toContain('fill');
	expect(found.parts).toContain('map');
	expect(membersByType()).toEqual(found);
});
