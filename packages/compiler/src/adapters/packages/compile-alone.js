/** @import { CompileOptions, CompileResult } from '../../types.js' */
/** @import { PackageFacts } from '../../knowledge/package-facts.js' */
import { createReadPackage } from './index.js';
import { compile } from '../../index.js';
import {
	isPackage,
	keyOfPackage,
	linesOfPackages,
	packagesAsked,
	scanSpecifiers,
} from '../../link/index.js';

/** What the compiler says of calls of which it does not know what they do. */
const OF_UNKNOWN_CALLS = /^LP(2005|2011|2014|3003|3004|3008|3020)$/;

/** Packages change when they are installed. One for each thread. */
const readPackage = createReadPackage();

/**
 * Lower a file of which no link knows, as `compile` does, with what the packages can do that it calls while it loads. Nothing is read unless a unit
 * is refused that waits for this.
 *
 * @param {string} source
 * @param {CompileOptions} options
 * @param {{ file: string, trust?: readonly string[] }} from `file`: absolute path of the source, from where packages are found; `trust`: as of a link
 * @returns {CompileResult}
 */
export function compileAlone(source, options, { file, trust = [] }) {
	let result = compile(source, options);
	/** @type {Map<string, PackageFacts>} */
	const packages = new Map();
	/** @type {string[]} */
	let lines = [];
	while (
		result.diagnostics.some(({ code }) => OF_UNKNOWN_CALLS.test(code)) &&
		importsPackages(source)
	) {
		const linked = /** @type {any} */ ({ ...options.linked, packages: lines });
		const summary = compile(source, { ...options, linked, link: true }).facts.link;
		if (!summary) return result;
		const module = { ...summary, filename: file };
		for (const { specifier, how } of packagesAsked([module], () => false))
			packages.set(keyOfPackage(module, specifier), readPackage(specifier, file, how));
		const found = linesOfPackages(module, { packages, trust, isLinked: () => false });
		const next = [...new Set([...lines, ...found])].sort();
		if (next.length === lines.length) return result;
		lines = next;
		const known = /** @type {any} */ ({ ...options.linked, packages: lines });
		result = compile(source, { ...options, linked: known });
	}
	return result;
}

/** @param {string} source @returns {boolean} */
const importsPackages = (source) => scanSpecifiers(source).some(isPackage);
