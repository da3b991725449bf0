/** @import { FlowNode } from '../ir/flow.js' */
/** @import { ModuleSummary } from '../ir/summary.js' */
/** @import { Change } from './host-changes.js' */
/** @import { Program } from './program.js' */
import { codesOf } from './reach.js';

/** What stands in a path for a name that the text does not show. */
const ANY = '[]';

/** Functions through which a value is followed to the calls that give it. */
const LONGEST_CHAIN = 8;

/** @param {Program} program @param {readonly Change[]} changes @returns {Change[]} which say whether callers give them the functions that they put somewhere */
export const withGivenCode = (program, changes) =>
	changes.map((one) =>
		!one.putsCode && one.cell.module === one.module && putsGivenCode(program, one)
			? { ...one, putsCode: true }
			: one,
	);

/**
 * Whether a change puts a function or a class into what it changes that callers of the code around it give: `register('double', (x) => x * 2)`
 * of one file, where another one has `const register = (name, fn) => table.set(name, fn)`. No clone of the table could be sent.
 *
 * @param {Program} program
 * @param {Pick<Change, 'module' | 'span'>} change
 * @returns {boolean}
 */
function putsGivenCode(program, { module, span }) {
	const isThere = (/** @type {FlowNode} */ node) =>
		'span' in node &&
		node.span[0] === span.start.line &&
		node.span[1] === span.start.column &&
		node.span[2] === span.end.line &&
		node.span[3] === span.end.column;
	return module.flow.nodes
		.filter(isThere)
		.flatMap(valuesPut)
		.some((value) => new GivenCode(program).isCode(module, value));
}

/** @param {FlowNode} node @returns {number[]} what it may put into an object */
function valuesPut(node) {
	if (node.op === 'call') return node.args;
	return node.op === 'set' || node.op === 'put' || node.op === 'assign' ? [node.value] : [];
}

class GivenCode {
	/** @param {Program} program */
	constructor(program) {
		this.program = program;
		/** @type {Set<string>} parameters that are being looked at */
		this.seen = new Set();
	}

	/**
	 * @param {ModuleSummary} module
	 * @param {number} value a node of its flow
	 * @param {readonly string[]} [path] to a part of it; `[]` for any
	 * @returns {boolean} it is a function or class, or a new object with one in it
	 */
	isCode(module, value, path = []) {
		const { nodes, vars, roots } = module.flow;
		const node = nodes[value];
		const some = (/** @type {number[]} */ of) => of.some((one) => this.isCode(module, one, path));
		switch (node?.op) {
			case 'fn':
			case 'class':
				return path.length === 0;
			case 'object':
				return this.isCodeIn(module, node, path);
			case 'prop':
				return this.isCode(module, node.of, [node.name, ...path]);
			case 'any':
			case 'copy':
				return some(node.of);
			case 'call':
				return this.isGivenByCall(module, node, path);
			case 'var':
				return this.once(module, `var ${node.var} ${path}`, () =>
					some(vars[node.var]?.values ?? []),
				);
			case 'root':
				return this.once(module, `root ${node.root} ${path}`, () =>
					some(roots[node.root]?.values ?? []),
				);
			case 'import':
				return this.program
					.ofImport(module, node.import, [...node.path, ...path])
					.some(({ kind }) => kind === 'function' || kind === 'unit');
			case 'param':
				return this.once(module, `param ${node.fn} ${node.index} ${path}`, () =>
					this.isGivenCode(module, node, path),
				);
			default:
				return false;
		}
	}

	/** @param {ModuleSummary} module @param {Extract<FlowNode, { op: 'object' }>} literal @param {readonly string[]} path @returns {boolean} */
	isCodeIn(module, { members, spreads }, path) {
		const [name = ANY, ...rest] = path;
		const inner = name === ANY ? Object.values(members) : [members[name] ?? -1];
		const isThere = inner.some((one) => this.isCode(module, one, rest));
		return isThere || spreads.some((one) => this.isCode(module, one, [name, ...rest]));
	}

	/** `Object.entries(table)`. @param {ModuleSummary} module @param {Extract<FlowNode, { op: 'call' }>} call @param {readonly string[]} path @returns {boolean} */
	isGivenByCall(module, { name, callee, args }, path) {
		if (callee >= 0 || !/^(entries|values)$/.test(name)) return false;
		const [, ...rest] = name === 'entries' ? path.slice(1) : path;
		return args.some((one) => this.isCode(module, one, [ANY, ...rest]));
	}

	/** @param {ModuleSummary} module @param {string} what @param {() => boolean} look @returns {boolean} false for what leads to itself */
	once(module, what, look) {
		const key = `${what} ${module.filename}`;
		if (this.seen.has(key) || this.seen.size > LONGEST_CHAIN) return false;
		this.seen.add(key);
		return look();
	}

	/** @param {ModuleSummary} home @param {{ fn: number, index: number }} parameter -1 for any @param {readonly string[]} path @returns {boolean} some call of the function gives it code */
	isGivenCode(home, { fn, index }, path) {
		for (const module of this.program.modules.values()) {
			for (const node of module.flow.nodes) {
				if (node.op !== 'call' || !this.calls(module, node, { home, fn })) continue;
				const args = node.isSpread || index < 0 ? node.args : node.args.slice(index, index + 1);
				if (args.some((one) => this.isCode(module, one, path))) return true;
			}
		}
		return false;
	}

	/**
	 * @param {ModuleSummary} module
	 * @param {Extract<FlowNode, { op: 'call' }>} call
	 * @param {{ home: ModuleSummary, fn: number }} of
	 * @returns {boolean}
	 */
	calls(module, { of, name, callee }, { home, fn }) {
		const { nodes, roots } = module.flow;
		const called = nodes[callee] ?? nodes[of];
		if (called?.op === 'root' && module === home && callee >= 0)
			return (roots[called.root]?.values ?? []).some((one) => {
				const value = nodes[one];
				return value?.op === 'fn' && value.fn === fn;
			});
		const code = home.live.codes[home.flow.fns[fn]?.code ?? -1];
		if (called?.op !== 'import' || !code) return false;
		const path = callee >= 0 ? called.path : [...called.path, name];
		return this.program
			.ofImport(module, called.import, path)
			.some((one) => codesOf(this.program, one).some((placed) => placed.code === code));
	}
}
