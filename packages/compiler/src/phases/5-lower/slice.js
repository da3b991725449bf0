/** @import { CompileOptions, Node } from '../../types.js' */
/** @import { Edit, Fragment, Piece, Planned } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Names } from './names.js' */
import { isJsxPragma, startWithDoc } from '../../ast/comments.js';
import { helperWorkerEdits } from './helper.js';
import { locationEdits } from './location.js';

/**
 * The kept top-level statements, in source order, with the space that stands between neighbours.
 *
 * @param {Planned} planned
 * @returns {Piece[]}
 */
export function slicePieces(planned) {
	const { source, file, slice } = planned;
	const kept = new Set(
		slice.filter((entry) => entry.kept).map((entry) => entry.fragment.statement),
	);
	/** @type {Piece[]} */
	const pieces = (file.comments ?? []).filter(isJsxPragma).map((/** @type {Node} */ one) => ({
		kind: 'text',
		text: `${source.slice(one.start, one.end)}\n`,
	}));
	const statements = file.program.body;
	for (let at = 0; at < statements.length; at++) {
		if (!kept.has(statements[at])) continue;
		const first = statements[at];
		while (kept.has(statements[at + 1])) at++;
		pieces.push(
			{ kind: 'source', start: startWithComments(first, source), end: statements[at].end },
			{ kind: 'text', text: '\n' },
		);
	}
	return pieces;
}

/**
 * A comment for the compiler goes with its statement: it says why each worker may do what the statement does.
 *
 * @param {Node} statement
 * @param {string} source
 * @returns {number}
 */
function startWithComments(statement, source) {
	const asked = statement.leadingComments?.find((/** @type {Node} */ one) =>
		/^\s*cpu_bound:\s*(keep|reeval)\s*$/.test(one.value),
	);
	return Math.min(asked?.start ?? Infinity, startWithDoc(statement, source));
}

/**
 * The changes of the source's text that hold wherever it stands in the worker module.
 *
 * @param {Planned} planned
 * @param {Names} names
 * @param {CompileOptions} options
 * @returns {Edit[]} do not overlap
 */
export function sliceEdits(planned, names, options) {
	const { slice, directives, source } = planned;
	/** @type {Edit[]} */
	const edits = [];
	for (const { node } of directives) {
		if (node.value.value.startsWith('use no_')) continue;
		edits.push({ ...wholeLine(node, source), text: '' });
	}
	// The stub keeps the decorators of a unit.
	for (const { unit } of planned.plans) {
		for (const { decorators = [] } of unit.node.params)
			for (const { start, end } of decorators ?? []) {
				const space = /^\s*/.exec(source.slice(end))?.[0].length ?? 0;
				edits.push({ start, end: end + space, text: '' });
			}
	}
	/** @type {Map<Node, Fragment[]>} */
	const byStatement = new Map();
	for (const { fragment } of slice) {
		const known = byStatement.get(fragment.statement);
		if (known) known.push(fragment);
		else byStatement.set(fragment.statement, [fragment]);
	}
	const kept = new Set(slice.filter((entry) => entry.kept).map((entry) => entry.fragment));
	const snapshots = new Set(planned.moduleSnapshots);
	for (const [statement, fragments] of byStatement) {
		const own = fragments.filter((one) => kept.has(one));
		if (own.length === 0) continue;
		if (statement.type === 'ImportDeclaration') edits.push(...importEdits(statement, planned));
		else if (/^Export(Named|Default)/.test(statement.type)) {
			edits.push({ start: statement.start, end: statement.declaration.start, text: '' });
		}
		edits.push(...declaratorEdits(fragments, kept));
		if (own.some(({ defines }) => defines.some((one) => snapshots.has(one))))
			edits.push(...keywordEdits(statement));
	}
	return [...edits, ...locationEdits(planned, names, options), ...helperWorkerEdits(planned)];
}

/**
 * Whether a statement of the slice declares a variable that comes with each call: a pattern, of which
 * other names are needed as they are.
 *
 * @param {Variable} variable
 * @param {Planned} planned
 * @returns {boolean}
 */
export const isDeclaredInSlice = (variable, { slice }) =>
	slice.some(
		({ kept, fragment }) =>
			// Of an import, the names that calls bring are left out.
			kept && fragment.kind !== 'import' && fragment.defines.includes(variable),
	);

/** `const { a, b } = …` where calls bring `a`: `let { a, b } = …`. @param {Node} statement @returns {Edit[]} */
function keywordEdits(statement) {
	const declaration = statement.declaration ?? statement;
	if (declaration.type !== 'VariableDeclaration' || declaration.kind !== 'const') return [];
	const { start } = declaration;
	return [{ start, end: start + 'const'.length, text: 'let' }];
}

/** A statement with its line, when it has one to itself. @param {Node} node @param {string} source @returns {{ start: number, end: number }} */
function wholeLine({ start, end }, source) {
	const before = source.lastIndexOf('\n', start - 1) + 1;
	const after = source.indexOf('\n', end);
	const isAlone =
		source.slice(before, start).trim() === '' &&
		after >= 0 &&
		source.slice(end, after).trim() === '';
	return isAlone
		? { start: before, end: after + 1 }
		: { start, end: end + (/^ +/.exec(source.slice(end))?.[0].length ?? 0) };
}

/** Only the specifiers that the worker uses. @param {Node} statement @param {Planned} planned @returns {Edit[]} */
function importEdits(statement, { imports, classes, resolution, source }) {
	const used = statement.specifiers.filter((/** @type {Node} */ one) => {
		const variable = resolution.program.variables.get(one.local.name);
		if (variable === undefined) return false;
		const isClass = classes.some((shared) => shared.variable === variable && !shared.late);
		return isClass || imports.has(variable);
	});
	if (used.length === statement.specifiers.length) return [];
	/** @param {Node} one */
	const text = (one) => source.slice(one.start, one.end);
	const plain = used.filter((/** @type {Node} */ one) => one.type !== 'ImportSpecifier').map(text);
	const named = used.filter((/** @type {Node} */ one) => one.type === 'ImportSpecifier').map(text);
	const list = [...plain, ...(named.length > 0 ? [`{ ${named.join(', ')} }`] : [])].join(', ');
	return [{ start: statement.start, end: statement.source.start, text: `import ${list} from ` }];
}

/** `const a = 1, b = effect()` without `b`. @param {Fragment[]} fragments @param {Set<Fragment>} kept @returns {Edit[]} */
function declaratorEdits(fragments, kept) {
	/** @type {Edit[]} */
	const edits = [];
	fragments.forEach((fragment, index) => {
		if (kept.has(fragment)) return;
		const next = fragments.slice(index + 1).some((one) => kept.has(one))
			? fragments[index + 1]
			: null;
		const before = fragments[index - 1];
		if (next) edits.push({ start: fragment.node.start, end: next.node.start, text: '' });
		else if (before) edits.push({ start: before.node.end, end: fragment.node.end, text: '' });
	});
	return edits;
}
