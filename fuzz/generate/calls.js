/** @import { Part, Tree } from './tree.js' */
/** @import { Binding, Shape, Signature } from './scope.js' */
/** @import { Setting } from './setting.js' */
import { code, list, sequence } from './tree.js';
import { canAfford, charge, usable, use } from './setting.js';
import { PRIMITIVES } from './values.js';

/** @typedef {(setting: Setting, type: string) => Tree} Generate */

/**
 * A call of something that the program declares, with a result of the type that is asked for.
 *
 * @param {Setting} setting
 * @param {string} type
 * @param {Generate} generate
 * @returns {Part[] | null} null when there is nothing that may be called here
 */
export function calls(setting, type, generate) {
	const { random } = setting.plan;
	const ways = random.shuffle([callFunction, callFunction, ofMember]);
	for (const way of ways) {
		const parts = way(setting, type, generate);
		if (parts) return parts;
	}
	return null;
}

/**
 * @param {Setting} setting
 * @param {Signature} signature
 * @param {boolean} [isImported]
 * @returns {boolean} whether a call may be written here
 */
function mayCall(setting, signature, isImported = false) {
	if (!canAfford(setting, signature.cost) || signature.changesFirst) return false;
	if (isImported && signature.isTag && setting.phase === 'load') return false; // nothing can be marked there
	if (!signature.isUnit) return !signature.isAsync || setting.isAsync;
	if (setting.phase === 'load' || setting.role === 'load') return false;
	if (setting.role === 'unit') return !signature.isAsync || setting.isAsync;
	return setting.isAsync;
}

/** @param {Setting} setting @param {Signature} signature @returns {boolean} whether the call's result has to be awaited here */
const isAwaited = (setting, { isAsync, isUnit }) =>
	Boolean(isAsync) || (Boolean(isUnit) && setting.role !== 'unit');

/** @param {Setting} setting @param {string} type @param {Generate} generate @returns {Part[] | null} */
function callFunction(setting, type, generate) {
	const { random } = setting.plan;
	const found = usable(
		setting,
		({ signature, isImported }) =>
			signature?.result === type && mayCall(setting, signature, isImported),
	);
	if (found.length === 0) return null;
	const binding = random.pick(found);
	const signature = /** @type {Signature} */ (binding.signature);
	const call = callText(setting, { binding, signature, generate });
	return isAwaited(setting, signature) ? code`(await ${sequence(call)})` : call;
}

/**
 * @param {Setting} setting
 * @param {{ binding: Binding, signature: Signature, generate: Generate }} call
 * @returns {Part[]}
 */
function callText(setting, { binding, signature, generate }) {
	const { random } = setting.plan;
	const name = use(setting, binding);
	charge(setting, signature.cost);
	const args = argumentsFor(setting, signature, generate);
	if (signature.isTag) return code`${name}\`a\${${args}}z\``;
	const mark = binding.isImported && setting.phase === 'load' ? '/*#__PURE__*/ ' : '';
	if (signature.isGenerator) return code`[...${mark}${name}(${args})].slice(0, 4)`;
	// What an imported function does is not known; the mark says that it only computes.
	if (binding.isImported && setting.phase === 'load') return code`(/*#__PURE__*/ ${name}(${args}))`;
	if (signature.isUnit && setting.role !== 'unit') return code`${name}(${args})`;
	return random.weighted([
		[10, code`${name}(${args})`],
		[0.4, code`${name}.call(null, ${args})`],
		[0.4, code`${name}.apply(undefined, [${args}])`],
		[0.4, code`${name}?.(${args})`],
		[0.4, code`${name}(...[${args}])`],
	]);
}

/** @param {Setting} setting @param {Signature} signature @param {Generate} generate @returns {Tree} */
export function argumentsFor(setting, { params, isUnit }, generate) {
	const isSent = isUnit && setting.role !== 'unit';
	const args = params.map((type) => {
		const value = generate(setting, type);
		// Which object it is would differ: a worker has its own of what the module declares.
		return isSent && !PRIMITIVES.includes(type) ? sequence(code`structuredClone(${value})`) : value;
	});
	return list(args, { least: args.length });
}

/** @param {Setting} setting @param {string} type @param {Generate} generate @returns {Part[] | null} */
function ofMember(setting, type, generate) {
	const { random } = setting.plan;
	/** @type {(() => Part[])[]} */
	const ways = [];
	const isLoading = setting.phase === 'load';
	for (const binding of usable(
		setting,
		(one) => Boolean(one.shape) && !(one.isImported && isLoading),
	)) {
		const shape = /** @type {Shape} */ (binding.shape);
		const receiver = () => sequence([receiverText(setting, binding, generate)].flat());
		const own = () => sequence([use(setting, binding)]);
		const members = { setting, type, generate };
		ways.push(...waysOf(shape, receiver, members));
		if (shape.isInstance) continue;
		const { statics = [], staticFields = [] } = shape;
		ways.push(...waysOf({ methods: statics, fields: staticFields }, own, members));
	}
	return ways.length === 0 ? null : random.pick(ways)();
}

/** @param {Setting} setting @param {Binding} binding @param {Generate} generate @returns {Part[]} an instance */
function receiverText(setting, binding, generate) {
	const shape = /** @type {Shape} */ (binding.shape);
	const name = use(setting, binding);
	if (shape.isInstance) return [name];
	return code`new ${name}(${shape.argument ? generate(setting, shape.argument) : ''})`;
}

/** @param {import('./scope.js').Field} field @param {Setting} setting @returns {boolean} something else has the name of its key here */
const isHidden = ({ key }, { scope }) =>
	key !== undefined && scope.visible((binding) => binding === key).length === 0;

/**
 * @param {Shape} shape
 * @param {() => Tree} receiver
 * @param {{ setting: Setting, type: string, generate: Generate }} asked
 * @returns {(() => Part[])[]} the ways to get a value of a type from an object
 */
function waysOf({ methods, fields, isIterable }, receiver, { setting, type, generate }) {
	const fitting = methods.filter(
		({ signature }) => signature.result === type && mayCall(setting, signature),
	);
	const ways = fitting.map(({ name, signature }) => () => {
		charge(setting, signature.cost);
		const args = argumentsFor(setting, signature, generate);
		const call = code`${receiver()}.${name}(${args})`;
		return isAwaited(setting, signature) ? code`(await ${sequence(call)})` : call;
	});
	for (const field of fields) {
		if (field.type !== type || isHidden(field, setting)) continue;
		ways.push(() => {
			if (field.key) use(setting, field.key);
			return code`${receiver()}${field.access}`;
		});
	}
	if (isIterable && type === 'nums') ways.push(() => code`[...${receiver()}].slice(0, 4)`);
	return ways;
}
