/** @import { Part } from '../tree.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, sequence, statement } from '../tree.js';

/**
 * Methods that change `this`, or their argument, where the object that they are called on comes to them by other ways as well: as the argument, within
 * it, by its own parts, by the names of the module, by a value that crosses with the call.
 */

/**
 * How `node` is reached: what is done with it before the call, what the call is given, and by which expression the unit has it; `root` is a name
 * of the module that may hold it, `table` a list.
 *
 * @type {readonly (readonly [number, (names: { root: string, table: string }) => { before: string, given: string, path: string }])[]}
 */
const WAYS = [
	[2, () => ({ before: '', given: 'node', path: 'input' })],
	[2, () => ({ before: '', given: '{ list: [node] }', path: 'input.list[0]' })],
	[1, () => ({ before: '', given: "new Map([['k', node]])", path: "input.get('k')" })],
	[2, () => ({ before: 'node.kid = { parent: node };', given: '1', path: 'this.kid.parent' })],
	[
		1,
		() => ({
			before: 'node.kid = node;\nnode.list.push(4);',
			given: 'node.list',
			path: '(input.push(5), this.kid)',
		}),
	],
	[2, ({ root }) => ({ before: '', given: '1', path: root })],
	[1, ({ root }) => ({ before: `${root}.kid = node;`, given: root, path: 'input.kid' })],
	[1, ({ table }) => ({ before: '', given: '1', path: `${table}.find((one) => one.n > -999)` })],
	[1, () => ({ before: '', given: '{ ...node, other: node }', path: 'input.other' })],
];

/** What a method does with `this`, and with the same by `path`. @type {readonly (readonly [number, (path: string, n: Part) => Part[]])[]} */
const BODIES = [
	[2, (path, n) => code`this.n += ${n};\nreturn [${path}.n, this.n];`],
	[2, (path, n) => code`${path}.n += ${n};\nreturn [this.n, ${path}.list.length];`],
	[
		1,
		(path, n) =>
			code`this.n++;\n${path}.n *= 2;\nthis.n += ${n};\nthis.list.push(${path}.n);\nreturn [this.n, this.list];`,
	],
	[
		1,
		(path) =>
			code`this.n = -1;\nif (${path}.n < 0) throw new RangeError('negative');\nreturn this.n;`,
	],
	[1, (path, n) => code`const { list } = this;\nlist.push(${n});\nreturn ${path}.list.join();`],
	[1, (path, n) => code`await 1;\nthis.added = ${n};\nreturn ${path}.added;`],
	[1, (path) => code`this.n += 2;\nreturn [${path}.twice(), this.n];`],
];

/** @param {Stage} stage @returns {Scene} */
export function reached(stage) {
	const { random } = stage;
	// A table that the constructor fills is each thread's own. Where only a part of an object leads to an instance, no text shows that its class has to cross.
	stage.mayRefuse('LP2011', 'LP2053', 'LP3003', 'LP3008', 'LP8015');
	stage.mayWarn('LP8062', 'LP8049');
	const [made, root, table, host] = ['Node', 'root', 'table', 'both'].map((one) =>
		String(stage.name(one)),
	);
	const { before, given, path } = random.weighted(WAYS)({ root, table });
	const body = random.weighted(BODIES)(path, stage.num());
	const isFilled = path.startsWith(table);
	const filling = isFilled && random.chance(0.5) ? `\n${table}.push(this);` : '';
	const twice = code`get double() {\nreturn this.n * 2;\n}\ntwice() {\nreturn this.double;\n}`;
	const list = filling === '' ? `[${root}]` : '[]';
	const definition = code`class ${made} {\nconstructor(n) {\nthis.n = n;\nthis.list = [n];\nthis.kid = null;${filling}\n}\n${sequence(twice)}\nasync change(input) {\n'use cpu_bound';\n${sequence(body)}\n}\n}`;
	const isNew = path !== root && !isFilled && random.chance(0.5);
	const call = code`await node.change(${given}).catch((error) => {\nif (error.code) throw error;\nreturn error.message;\n})`;
	const text = code`const node = ${isNew ? `new ${made}(input % 5)` : root};\n${before}\nconst found = [${sequence(call)}];\nfound.push(${sequence(call)}, node.n, node.list.length, ${root}.n);\nnode.kid = null;\nreturn found;`;
	const own = statement(code`const ${table} = ${list};`);
	const first = filling === '' ? [] : [own];
	const last = filling === '' && isFilled ? [own] : [];
	return {
		statements: [
			...first,
			statement(definition),
			statement(code`const ${root} = new ${made}(3);`),
			...last,
			stage.host(host, text),
		],
		name: host,
		callables: [stage.callable(host)],
	};
}
