/** @import { Part } from '../generate/tree.js' */
/** @import { Scope } from './places.js' */
import { code, expression, sequence as seq } from '../generate/tree.js';
import { deeper, isList, isNumber, isTyped, isValue, isValueList, somePlace } from './places.js';

const NUMBERS = ['0', '1', '2', '3', '-1', '0.5', '-0', '1e9', '2147483648', '7'];
/** What a number may not be where plain objects and GEMs differ: NaN becomes null when it is created. */
const LITERALS = ["'s'", "''", 'true', 'null', "'amber'", '2147483648', '-0', '0.25'];

/** @param {Scope} scope @returns {Part} a number, mostly */
export function someNumber(scope) {
	const { random, indexes, odd } = scope;
	const inner = deeper(scope);
	if (scope.depth > 5) return expression('num', [random.pick(NUMBERS)]);
	const parts = random.weighted([
		[3, () => [random.pick(NUMBERS)]],
		[indexes.length > 0 ? 4 : 0, () => [random.pick(indexes)]],
		// It is converted here, and goes nowhere as an object.
		[odd.length > 0 ? 5 : 0, () => someConversion(scope)],
		[1, () => ['acc']],
		[9, () => somePlace(scope, isNumber)?.text ?? ['acc']],
		[
			3,
			() =>
				code`(${someNumber(inner)} ${random.pick(['+', '-', '*', '%', '&', '|'])} ${someNumber(inner)})`,
		],
		[1, () => code`Math.max(${someNumber(inner)}, ${someNumber(inner)})`],
		[1, () => code`-(${someNumber(inner)})`],
		[1, () => code`(${someCondition(inner)} ? ${someNumber(inner)} : ${someNumber(inner)})`],
		[1, () => [...(somePlace(scope, isList)?.text ?? ["'abc'"]), '.length']],
		[1, () => aggregate(inner)],
	])();
	return expression('num', parts);
}

/** @param {Scope} scope @returns {Part[]} a number, of an object that runs statements when it is converted */
function someConversion({ random, odd }) {
	const name = random.pick(odd);
	return [
		random.pick([
			`+${name}`,
			`(${name} * 1)`,
			`(2 - ${name})`,
			`Number(\`\${${name}}\`)`,
			`${name}.x`,
		]),
	];
}

/** @param {Scope} scope @returns {Part[]} what a method makes of an array */
function aggregate(scope) {
	const { random } = scope;
	const place = somePlace(scope, isValueList);
	if (!place) return ['acc'];
	const { text } = place;
	return random.weighted([
		[
			3,
			() => code`${seq(text)}.reduce((sum, one) => sum + (typeof one === 'number' ? one : 1), 0)`,
		],
		[2, () => code`${seq(text)}.indexOf(${someValue(scope)})`],
		[2, () => code`Number(${seq(text)}.includes(${someValue(scope)}))`],
		[1, () => code`Number(${seq(text)}.some((one) => one > ${someNumber(scope)}))`],
		[1, () => code`Number(${seq(text)}.every((one) => one !== ${someValue(scope)}))`],
		[
			1,
			() =>
				isTyped(place.shape)
					? code`Math.max(...${seq(text)}, 0)`
					: code`Math.max(...${seq(text)}.filter((one) => typeof one === 'number'), 0)`,
		],
	])();
}

/** @param {Scope} scope @returns {Part} */
export function someCondition(scope) {
	const { random } = scope;
	const inner = deeper(scope);
	const operator = random.pick(['<', '>', '===', '!==', '<=', '>=', '==']);
	return expression(
		'bool',
		random.weighted([
			[3, () => code`${someNumber(inner)} ${operator} ${someNumber(inner)}`],
			[2, () => code`${someValue(inner)} === ${someValue(inner)}`],
			[1, () => code`typeof ${someValue(inner)} === 'number'`],
			[1, () => ['true']],
		])(),
	);
}

/** @param {Scope} scope @returns {Part} a primitive value of any kind */
export function someValue(scope) {
	const { random, values } = scope;
	const inner = deeper(scope);
	const parts = random.weighted([
		[3, () => [random.pick(LITERALS)]],
		[4, () => [someNumber(inner)]],
		[7, () => somePlace(scope, isValue)?.text ?? ["'t'"]],
		[values.length > 0 ? 3 : 0, () => [random.pick(values)]],
		[1, () => code`${someNumber(inner)} + 's'`],
	])();
	return expression('value', parts);
}
