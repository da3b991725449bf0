import { Parser } from 'acorn';
import jsx from 'acorn-jsx';
import { tsPlugin } from '@sveltejs/acorn-typescript';
import { classifyGlobal } from '../../knowledge/globals.js';
import { freeNames } from './free-names.js';
import { RepeatedActs } from './repeated-acts.js';

const JSX = Parser.extend(jsx());
const TYPESCRIPT = Parser.extend(/** @type {any} */ (tsPlugin()));
const TSX = Parser.extend(/** @type {any} */ (tsPlugin({ jsx: {} })));

/**
 * Check an emitted module with a second parser: it must parse, and a worker module must not use a
 * name that neither it nor the platform nor the source's own globals explain, nor do anything to the world
 * when it loads.
 *
 * @param {string} code
 * @param {object} expected
 * @param {'module' | 'commonjs'} expected.moduleKind
 * @param {'js' | 'ts' | 'tsx'} expected.language
 * @param {string} expected.fileName for the message
 * @param {Set<string> | null} expected.globals names that the source itself leaves to the platform; null
 *   leaves names unchecked
 * @param {ReadonlySet<string>} [expected.pure] calls of imports that compute and do nothing else
 * @param {ReadonlySet<string>} [expected.packages] specifiers of packages whose calls may be repeated
 * @throws {Error} LP9001
 */
export function verifyModule(code, { moduleKind, language, fileName, globals, pure, packages }) {
	/** @type {unknown} */
	let program;
	try {
		program = parserOf(code, language).parse(code, {
			ecmaVersion: 'latest',
			sourceType: moduleKind === 'module' ? 'module' : 'script',
			allowReturnOutsideFunction: moduleKind !== 'module',
			allowHashBang: true,
		});
	} catch (error) {
		// acorn makes a SyntaxError of a stack that overflows.
		const { message } = /** @type {Error} */ (error);
		if (/stack space/.test(message)) throw new RangeError(message, { cause: error });
		// Decorators and a few proposals are ahead of acorn; Babel has parsed them in the source.
		if (/@/.test(code) || language !== 'js') return;
		throw internalError(`the emitted ${fileName} does not parse: ${message}`, code);
	}
	if (!globals) return;
	for (const name of freeNames(/** @type {any} */ (program))) {
		if (globals.has(name) || classifyGlobal(name) === 'worker') continue;
		throw internalError(`the emitted ${fileName} uses \`${name}\`, which nothing declares`, code);
	}
	const act = new RepeatedActs(/** @type {any} */ (program), code, { pure, packages }).find();
	if (!act) return;
	const text = code.slice(act.statement.start, act.statement.end);
	throw internalError(
		`each worker that loads the emitted ${fileName} would repeat what \`${act.what}\` does in \`${text}\``,
		code,
	);
}

/** @param {string} expression of the caller's own @returns {Iterable<string>} names that it leaves to what runs it: `__webpack_base_uri__` */
export const namesIn = (expression) =>
	freeNames(
		/** @type {any} */ (Parser.parse(expression, { ecmaVersion: 'latest', sourceType: 'module' })),
	);

/** @param {string} code @param {'js' | 'ts' | 'tsx'} language @returns {typeof Parser} */
function parserOf(code, language) {
	if (language !== 'js') return language === 'ts' ? TYPESCRIPT : TSX;
	// Each element ends with one of these; to look for JSX at each token takes a fifth of the time.
	return /<\s*\/|\/\s*>/.test(code) ? JSX : Parser;
}

/** @param {string} what @param {string} code @returns {Error} */
function internalError(what, code) {
	const error = new Error(
		`LP9001 internal: ${what}. This is a bug in Lapidary, not in your program; please report it with the source file.\n\n${code}`,
	);
	return Object.assign(error, { code: 'LP9001' });
}
