// Statements about arrays alone: their lengths, and elements of typed arrays.
/** @import { Part } from '../generate/tree.js' */
/** @import { Place, Scope } from './places.js' */
import { code, sequence as seq } from '../generate/tree.js';
import { someNumber } from './expressions.js';
import { deeper, isTyped, someIndex, somePlace } from './places.js';

/** Lengths that arrays take, and that they do not. */
const LENGTHS = ['-1', '1.5', 'NaN', "'2'", "'x'", '4294967296', '1e10', 'null', 'true', '-0'];

/** @param {Scope} scope @param {Place} array @returns {Part[]} sets the length */
export function changeLength(scope, { text }) {
	const { random } = scope;
	const list = seq(text);
	return random.weighted([
		[3, () => code`${list}.length = ${random.pick(LENGTHS)};`],
		[2, () => code`if (${list}.length < 12) ${list}.length += ${String(random.int(4))};`],
		[2, () => code`${list}.length -= ${String(random.int(3))};`],
		[1, () => code`${list}.length = ${someNumber({ ...scope, depth: 5 })} % 9;`],
		// What is legal for a plain array, and larger than any GEM: it goes back before anybody walks over it.
		[
			1,
			() =>
				code`try { ${list}.length = 4294967295; } finally { if (${list}.length > 1000) ${list}.length = 3; }`,
		],
		[
			1,
			() =>
				code`try { ${list}[4294967294] = 1; } finally { if (${list}.length > 1000) ${list}.length = 3; }`,
		],
	])();
}

/** What elements of typed arrays convert. */
const CONVERTED = ["'2'", "'x'", 'null', 'undefined', 'NaN', '-0', '300.5', '2 ** 40', '[3]', '1n'];
/** Names that are no element of any typed array here. */
const BEYOND = ['-1', '1.5', "'-0'", "'01'", 'NaN', '4294967295', '40'];

/** What typed arrays do otherwise than arrays: they convert what they are given, and keep their length. @param {Scope} scope @returns {Part[] | null} null: there is none here */
export function changeTyped(scope) {
	const { random, odd } = scope;
	const place = somePlace(scope, isTyped);
	if (!place) return null;
	const other = somePlace(scope, isTyped) ?? place;
	const list = seq(place.text);
	const from = seq(other.text);
	const index = someIndex(scope);
	const value =
		odd.length > 0 && random.chance(0.6)
			? random.pick(odd)
			: random.chance(0.3)
				? random.pick(CONVERTED)
				: someNumber(deeper(scope));
	const name = random.pick(['Int8Array', 'Uint32Array', 'Float64Array']);
	return random.pick([
		() => code`${list}[${index}] = ${value};`,
		() => code`log.push(${list}[${index}] = ${value});`,
		() => code`${list}[${index}] ${random.pick(['+=', '*=', '|='])} ${value};`,
		() => code`${list}[${random.pick(BEYOND)}] = ${value};`,
		() => code`log.push(${list}[${random.pick(BEYOND)}], ${random.pick(BEYOND)} in ${list});`,
		() => code`${list}.fill(${value}, ${index});`,
		() => code`${list}.fill(${value}, -2, ${index});`,
		() => code`${list}.set([${value}, 1], ${index});`,
		() => code`${list}.set(${from}, ${index});`,
		() => code`${list}.length = ${random.pick(LENGTHS)};`,
		() => code`log.push(${list}.length += ${String(random.int(3))});`,
		() => code`delete ${list}[${index}];`,
		() => code`log.push(${list}.slice(${index}, ${value}), ${list}.at(${index}));`,
		() => code`log.push(new ${name}(${list}));`,
		() => code`{ const plain = new ${name}(6); plain.set(${list}, 1); log.push(plain); }`,
		() => code`{ const plain = new ${name}([1.5, -2, 300]); ${list}.set(plain); plain[0] = 7; }`,
		() => code`log.push(...${list}, [...${list}.entries()].length);`,
	])();
}
