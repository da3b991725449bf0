/** @import { Insertion, Node } from './syntax.js' */
/** @import { Wish } from './edit-object.js' */
import { editObject } from './edit-object.js';
import { findBuildOptions, findExported, findExportedObject } from './find-config.js';
import { insertAll, layoutOf, parseProgram, walk } from './syntax.js';

/**
 * @typedef {object} ConfigEdit
 * @property {string} [module] that is imported; none when no import is needed
 * @property {string} [name] of that import, its default export
 * @property {boolean} [isWrapper] the import has that name in the module, too: a function that goes around the configuration
 * @property {Wish} [wish] what goes into the configuration otherwise
 * @property {boolean} [isBuildScript] the file calls esbuild rather than exporting a configuration
 */

/**
 * Edit a configuration file, or say why that is not certain to be right.
 *
 * @param {string} source
 * @param {ConfigEdit} edit
 * @returns {{ text: string } | { reason: string }} `text` is `source` when it is there already
 */
export function editConfig(source, edit) {
	const { module, name = 'lapidary' } = edit;
	if (source.includes(module ?? '@lapidary/')) return { text: source };
	const program = parseProgram(source);
	if (!program) return { reason: 'it cannot be parsed' };
	if (module && mentions(program, name)) return { reason: `it uses the name \`${name}\`` };
	const edited = edit.isWrapper ? wrap(program, name) : fulfil(source, program, edit);
	if ('reason' in edited) return edited;
	const { insertions } = edited;
	if (module) insertions.push(importOf(source, program, { module, name, isNamed: edit.isWrapper }));
	return { text: insertAll(source, insertions) };
}

/** @typedef {{ insertions: Insertion[] } | { reason: string }} Edited */

/**
 * @param {string} source
 * @param {Node} program
 * @param {ConfigEdit} edit
 * @returns {Edited}
 */
function fulfil(source, program, { wish, isBuildScript = false }) {
	const found = isBuildScript ? findBuildOptions(program) : findExportedObject(program);
	if ('reason' in found) return found;
	const quote = quoteOf(source);
	const value = wish?.value?.map((line) => line.replaceAll("'", quote));
	const edited = editObject(source, found.object, { .../** @type {Wish} */ (wish), value });
	return 'reason' in edited ? edited : { insertions: [edited.insertion] };
}

/**
 * Put a call around whatever a file exports: it need not be known what that is.
 *
 * @param {Node} program
 * @param {string} name of a function
 * @returns {Edited}
 */
function wrap(program, name) {
	const found = findExported(program);
	if ('reason' in found) return found;
	const { exported } = found;
	const { type, id, start, end } = exported;
	const isDeclaration = /Declaration$/.test(type);
	// As an expression it has its name only within itself.
	if (isDeclaration && id && mentions({ ...program, body: program.body.filter(isOther) }, id.name))
		return { reason: `it uses \`${id.name}\` elsewhere` };
	const insertions = [
		{ at: start, text: `${name}(` },
		{ at: end, text: isDeclaration ? ');' : ')' },
	];
	return { insertions };

	/** @param {Node} statement */
	function isOther({ declaration }) {
		return declaration !== exported;
	}
}

/**
 * @param {Node} program
 * @param {string} name
 * @returns {boolean}
 */
const mentions = (program, name) =>
	[...walk(program)].some((node) => /^(?:JSX)?Identifier$/.test(node.type) && node.name === name);

/**
 * @param {string} source
 * @param {Node} program
 * @param {{ module: string, name: string, isNamed?: boolean }} imported
 * @returns {Insertion} behind the last import, else in front of the first statement and the comments that belong to it
 */
function importOf(source, program, imported) {
	const { newline } = layoutOf(source);
	const imports = program.body.filter(
		(/** @type {Node} */ { type }) => type === 'ImportDeclaration',
	);
	const line = importLine(source, program, imported);
	const last = imports.at(-1) ?? lastRequire(program);
	if (last) return { at: last.end, text: newline + line };
	const [first] = program.body;
	return { at: startWithComments(source, first), text: line + newline + newline };
}

/**
 * @param {string} source
 * @param {Node} program
 * @param {{ module: string, name: string, isNamed?: boolean }} imported
 * @returns {string} in the file's quotes and with its semicolons
 */
function importLine(source, program, { module, name, isNamed = false }) {
	const quote = quoteOf(source);
	const [first] = program.body;
	const end =
		source[first.end - 1] === ';' || !/^(?:Import|Variable|Export)/.test(first.type) ? ';' : '';
	const isModule = program.body.some((/** @type {Node} */ { type }) =>
		/^(?:Import|Export)/.test(type),
	);
	const quoted = quote + module + quote;
	return isModule
		? `import ${isNamed ? `{ ${name} }` : name} from ${quoted}${end}`
		: `const { ${isNamed ? name : `default: ${name}`} } = require(${quoted})${end}`;
}

/**
 * @param {string} source
 * @returns {string} the quotes around its imports
 */
const quoteOf = (source) => /(?:from|require\()\s*(['"])/.exec(source)?.[1] ?? "'";

/**
 * @param {Node} program
 * @returns {Node | undefined} the last of the declarations at the top of a CommonJS module that require something
 */
function lastRequire({ body }) {
	const other = body.findIndex(
		(/** @type {Node} */ { type, declarations }) =>
			type !== 'VariableDeclaration' || declarations[0].init?.callee?.name !== 'require',
	);
	return body[(other < 0 ? body.length : other) - 1];
}

/**
 * @param {string} source
 * @param {Node} statement
 * @returns {number} of the first of the comments that stand directly above it; those that speak of the file are not among them
 */
function startWithComments(source, { start, leadingComments = [] }) {
	let at = start;
	for (const comment of leadingComments.toReversed()) {
		const isApart = /\n\s*\n/.test(source.slice(comment.end, at));
		if (isApart || /@ts-(?:no)?check/.test(comment.value)) break;
		at = comment.start;
	}
	return at;
}
