/** @import { Node } from '../types.js' */
/** @import { Edit } from '../ir/module.js' */
/** @import { TypedUnit } from './index.js' */
/** @import { TypeTexts } from './return-type.js' */
import { parametersOf, returnTypeOf } from './find.js';

/**
 * What has to change for a signature to say what a call of the unit returns.
 *
 * @typedef {object} SignatureChange
 * @property {Edit[]} edits none when it says so already
 * @property {string} declared the return type as it was
 * @property {string} actual
 * @property {Node | undefined} stop the return type, when it does not say what is iterated over
 */

/**
 * @param {Node} signature
 * @param {TypedUnit} unit
 * @param {TypeTexts} types
 * @returns {SignatureChange}
 */
export function changeSignature(signature, unit, types) {
	const [declaredType] = returnTypeOf(signature);
	const declared = declaredType ? types.text(declaredType) : 'any';
	/** @param {string | null} actual @param {Edit[]} [edits] @returns {SignatureChange} */
	const change = (actual, edits) => ({
		edits: actual === null ? [] : (edits ?? [replaceReturn(signature, actual, types)]),
		declared,
		actual: actual ?? declared,
		stop: undefined,
	});
	if (unit.generator) {
		const iterated = types.iterated(declaredType);
		return 'text' in iterated
			? change(iterated.text)
			: { ...change(null), stop: iterated.stop ?? signature };
	}
	const promised = types.promised(declaredType);
	if (unit.form === 'promise') return change(promised);
	switch (formOf(signature, unit)) {
		case 'promise':
			return change(promised);
		case 'callback':
			return change(declared === 'void' ? null : 'void');
		default: {
			const either = `void | ${promised ?? declared}`;
			if (isEither(declaredType, types)) return change(null);
			return change(
				either,
				splitForms(signature, { promised: promised ?? declared, either }, types),
			);
		}
	}
}

/** @param {Node | undefined} type @param {TypeTexts} types @returns {boolean} `void | Promise<…>` */
const isEither = (type, types) =>
	type?.type === 'TSUnionType' &&
	type.types.length === 2 &&
	type.types[0].type === 'TSVoidKeyword' &&
	types.isPromise(type.types[1]);

/**
 * Which form a call by this signature has: with a function in the place of the unit's callback, without one, or either.
 *
 * @param {Node} signature
 * @param {TypedUnit} unit
 * @returns {'promise' | 'callback' | 'either'}
 */
function formOf(signature, { parameters: count }) {
	const parameters = parametersOf(signature).filter((one) => one.name !== 'this');
	const last = parameters.at(-1);
	if (!last) return 'promise';
	if (last.type === 'RestElement') return 'either';
	const type = last.typeAnnotation?.typeAnnotation;
	if (parameters.length < count) return type?.type === 'TSFunctionType' ? 'callback' : 'promise';
	if (isAbsent(type)) return 'promise';
	return last.optional || type?.types?.some(isAbsent) ? 'either' : 'callback';
}

/** @param {Node | undefined} type @returns {boolean} */
const isAbsent = (type) => type?.type === 'TSUndefinedKeyword' || type?.type === 'TSNullKeyword';

/** @param {Node} signature @param {string} text @param {TypeTexts} types @returns {Edit} */
function replaceReturn(signature, text, { source }) {
	const [type] = returnTypeOf(signature);
	if (type) return { start: type.start, end: type.end, text };
	const written = source.slice(signature.start, signature.end).replace(/[;,]\s*$/, '');
	const at = signature.start + written.length;
	return { start: at, end: at, text: `: ${text}` };
}

/**
 * Three overloads in place of one: with the callback, without it, and with what may be one, as a function that only
 * passes its own optional callback on has it.
 *
 * ```ts
 * parse(text: string, done?: Done): Tree;
 * ```
 * becomes
 * ```ts
 * parse(text: string, done: Done): void;
 * parse(text: string, done?: undefined): Promise<Tree>;
 * parse(text: string, done?: Done): void | Promise<Tree>;
 * ```
 *
 * @param {Node} signature
 * @param {{ promised: string, either: string }} results
 * @param {TypeTexts} types
 * @returns {Edit[]}
 */
function splitForms(signature, { promised, either }, types) {
	const { source } = types;
	const last = /** @type {Node} */ (parametersOf(signature).at(-1));
	if (last.type === 'RestElement') return [replaceReturn(signature, either, types)];
	const present = { start: last.start, end: last.end, text: requiredParameter(last, types) };
	const { start, end, isFunctionType } = extentOf(signature, source);
	const head = source.slice(start, last.start);
	const others = [
		`${head}${last.name}?: undefined): ${promised};`,
		`${head}${source.slice(last.start, last.end)}): ${either};`,
	];
	if (isFunctionType) {
		const text = `{ ${head}${present.text}): void; ${others.join(' ')} }`;
		return [{ start, end, text }];
	}
	const indent = /[^\S\n]*$/.exec(source.slice(0, start))?.[0] ?? '';
	const separator = /[;,]$/.test(source.slice(start, end)) ? '' : ';';
	const more = others.map((text) => `\n${indent}${text}`).join('');
	return [
		present,
		replaceReturn(signature, 'void', types),
		{ start: end, end, text: separator + more },
	];
}

/** @param {Node} signature @param {string} source @returns {{ start: number, end: number, isFunctionType: boolean }} `export` included */
function extentOf({ type, start, end }, source) {
	const before = /\bexport\s+(default\s+)?$/.exec(source.slice(0, start))?.[0] ?? '';
	return { start: start - before.length, end, isFunctionType: type === 'TSFunctionType' };
}

/** @param {Node} parameter @param {TypeTexts} types @returns {string} without `?` and without a type that stands for its absence */
function requiredParameter({ name, typeAnnotation }, types) {
	const type = typeAnnotation?.typeAnnotation;
	if (!type) return name;
	const present = (type.types ?? [type]).filter((/** @type {Node} */ one) => !isAbsent(one));
	return `${name}: ${present.map((/** @type {Node} */ one) => types.text(one)).join(' | ')}`;
}
