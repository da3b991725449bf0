/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { ChecksOfUnit, Planned, UnitPlan } from '../../ir/module.js' */
/** @import { Names } from './names.js' */
import { accessInStub } from '../../ir/shadowing.js';
import { declaresOneOf } from '../../ir/declares.js';
import { memberOf, propertyKey } from './property-keys.js';

/**
 * What the worker module says of units whose calls are checked:
 *
 * ```js
 * export const $lp_checks = {
 * 	"demo/score.js#score": { inputs: ["rows"], captures: ["weights"], state: { LIMITS: () => LIMITS } },
 * };
 * ```
 *
 * @param {Planned} planned
 * @param {{ head: string, tail: string, isBundled: boolean }} table how it is exported; `isBundled`: a bundler writes both modules anew, each by itself
 * @returns {string} empty when everything is proven
 */
export function checksTable({ plans, language }, { head, tail, isBundled }) {
	const checked = plans.filter(({ checks }) => checks);
	if (checked.length === 0) return '';
	const lines = checked.map(
		(plan) => `\t${JSON.stringify(plan.unit.id)}: ${entryOf(plan, { language, isBundled })},\n`,
	);
	return `${head}{\n${lines.join('')}}${tail}`;
}

/** @param {UnitPlan} plan @param {Pick<Planned, 'language'> & { isBundled: boolean }} context @returns {string} */
function entryOf(plan, { language, isBundled }) {
	const checks = /** @type {NonNullable<UnitPlan['checks']>} */ (plan.checks);
	const { told, state, exports, globals, locals, others, closedOver, known } = checks;
	const loaded = [...state, ...locals].filter((one) => checks.loaded.has(one));
	const late = [...checks.late];
	const captures = namesOfCaptures(plan);
	const roots = [
		...state.map((one) => {
			const text = partsText(one.name, checks.parts.get(one), language);
			return `${propertyKey(one.name)}: () => ${text}`;
		}),
		...exports.map((key) => `${propertyKey(`exports.${key}`)}: () => ${exportText(key)}`),
		...globals.map(
			(name) => `${propertyKey(`globalThis.${name}`)}: () => ${globalText(name, language)}`,
		),
	];
	const first = plan.receiver ? 1 : 0;
	const knownText = (/** @type {Variable} */ variable) => {
		const sent = plan.snapshots.indexOf(variable);
		return sent < 0 ? `() => ${variable.name}` : String(first + sent);
	};
	const parts = [
		...(told ? [`inputs: ${JSON.stringify(namesOfParameters(plan, told))}`] : []),
		...(told && captures.length > 0 ? [`captures: ${JSON.stringify(captures)}`] : []),
		...(told && plan.unit.isGenerator ? ['isGenerator: true'] : []),
		...(roots.length > 0 ? [`state: { ${roots.join(', ')} }`] : []),
		...(others.length > 0 ? [`others: ${namesOfOthers(others)}`] : []),
		...(locals.length > 0 ? [`locals: ${JSON.stringify(locals.map(({ name }) => name))}`] : []),
		...(closedOver.length > 0 ? [`closedOver: ${JSON.stringify(closedOver)}`] : []),
		...(known ? [`known: [${known.map(knownText).join(', ')}]`] : []),
		...(loaded.length > 0 ? [`loaded: ${JSON.stringify(loaded.map(({ name }) => name))}`] : []),
	];
	if (late.length > 0) parts.push(`late: ${JSON.stringify(late.map(({ name }) => name))}`);
	if (isBundled && hasState(checks)) parts.push('isBundled: true');
	return `{ ${parts.join(', ')} }`;
}

/** @param {ChecksOfUnit['others']} others @returns {string} variables and the files that show them: `[["limit", "config.js"]]`; with a 1 for those that each thread makes at their first use */
const namesOfOthers = (others) =>
	JSON.stringify(
		others.map(({ local, file, isLate }) => (isLate ? [local, file, 1] : [local, file])),
	);

/** @param {UnitPlan} plan @param {Set<Variable>} told @returns {(string | null)[]} null for one that is not looked at */
function namesOfParameters({ unit: { node } }, told) {
	return node.params
		.filter((/** @type {Node} */ one) => one.name !== 'this')
		.map((/** @type {Node} */ one) => {
			if (declaresOneOf(one, told)) return null;
			const target = one.type === 'AssignmentPattern' ? one.left : (one.argument ?? one);
			return target.name ?? '';
		});
}

/** @param {UnitPlan} plan @returns {(string | null)[]} what its captures are, in their order; null for those that are not looked at */
export const namesOfCaptures = ({ receiver, snapshots, statements, checks }) => [
	...(receiver ? [receiver.isInOut ? null : 'this'] : []),
	...snapshots.map((variable) => (checks?.told?.has(variable) ? null : variable.name)),
	...statements.flatMap(({ property }) =>
		property ? [`${property.variable.name}${property.path}`] : [],
	),
];

/**
 * What a stub sends besides its captures, so that the worker can compare.
 *
 * @param {UnitPlan} plan
 * @param {Planned} planned
 * @param {Names} names
 * @returns {string | null} null when there is nothing to be compared
 */
export function printExpression({ unit, checks }, { moduleKind, resolution, language }, names) {
	if (!checks || !hasState(checks)) return null;
	const print = moduleKind === 'module' ? names.of('print') : `${names.of('host')}.print`;
	const read = (/** @type {Variable} */ variable) => {
		const access = accessInStub(unit, variable, resolution);
		if (access.by === 'name') return variable.name;
		const call = access.by === 'getter' && access.isInBlock ? '?.()' : '()';
		return access.by === 'nothing' ? 'undefined' : `${names.ofGetter(variable)}${call}`;
	};
	const values = [
		...checks.state.map((one) => partsText(read(one), checks.parts.get(one), language)),
		...checks.exports.map(exportText),
		...checks.globals.map((name) => globalText(name, language)),
		...checks.locals.map(read),
	];
	const thunks = values.map((value) => `() => ${value}`).join(', ');
	const { others, closedOver, known } = checks;
	const asked = known ? `, [${known.map((one) => `() => ${read(one)}`).join(', ')}]` : '';
	const beyond = closedOver.length > 0 || asked ? `, ${JSON.stringify(closedOver)}${asked}` : '';
	const last = others.length > 0 || beyond ? `, ${namesOfOthers(others)}${beyond}` : '';
	return `${print}(${names.ofUnit(unit)}, [${thunks}]${last})`;
}

/** @param {string} text of a class or an object @param {string[] | undefined} parts that are compared @param {Planned['language']} language @returns {string} */
function partsText(text, parts, language) {
	if (!parts) return text;
	// A property may be private to the class, for TypeScript.
	const object = language === 'js' ? text : `(${text} as any)`;
	return `[${parts.map((key) => memberOf(object, key)).join(', ')}]`;
}

/** @param {ChecksOfUnit} checks @returns {boolean} whether the host sends fingerprints */
export const hasState = ({ state, exports, globals, locals, others }) =>
	state.length + exports.length + globals.length + locals.length + others.length > 0;

/**
 * By a string: a bundler or a plugin that defines a constant of that name may replace each identifier. TypeScript knows the
 * declared globals alone.
 *
 * @param {string} name
 * @param {Planned['language']} language
 * @returns {string}
 */
const globalText = (name, language) =>
	`${language === 'js' ? 'globalThis' : '(globalThis as any)'}["${name}"]`;

/** @param {string} key @returns {string} */
const exportText = (key) => memberOf('module.exports', key);

/** The text with which a factory hands out what it has of enclosing functions. @param {UnitPlan} plan @param {string} list @returns {string} */
export const handOut = ({ checks }, list) =>
	`${list}?.push(${(checks?.locals ?? []).map(({ name }) => `() => ${name}`).join(', ')});`;
