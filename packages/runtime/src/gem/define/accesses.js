/** @import { Access, MetaApi } from './configuration.js' */
/** @import { View } from './view.js' */
import { gemAccess } from '../../errors/codes.js';
import {
	isFirstDouble,
	keys as graphKeys,
	makeRoomForDoubles,
	Node,
	setNumberInPlace,
} from '../graph/index.js';
import { ensureStack } from '../memory/stack.js';
import { granted } from './grants.js';
import { call } from './primordials.js';
import { childOf, hasRaw, readElementNode, readNode, writeRaw } from './raw-accesses.js';
import { learn, mayRead, maySet } from './rights.js';
import { sideOf } from './sides.js';

const { isArray } = Array;

// Accesses as users make them: the type's traps decide. Threads: any. Blocks: where the traps do. [GEM16 §4.2.3]

/**
 * @param {View} view
 * @param {Access} access
 * @param {string} key
 * @returns {MetaApi} the type's
 * @throws {Error} what its `onAccess` does; LP8102, LP8112
 */
function ask(view, access, key) {
	ensureStack(); // for what follows, too: a change that has begun is done
	view.handle.check();
	const { meta } = view;
	if (meta.onAccess !== undefined) call(meta.onAccess, view.context, access, key);
	return meta;
}

/** @param {View} view @param {string} key @returns {unknown} */
export function read(view, key) {
	const { handle } = view;
	if (view.readableAt === handle.rights) handle.check();
	else {
		const { onGet } = ask(view, 'reading', key);
		if (onGet !== undefined) return expose(call(onGet, view.context, key));
		learn(view, 'reading', -1);
	}
	const found = readNode(view, key);
	return found instanceof Node ? childOf(view, key, found).proxy : found;
}

/**
 * The frequent case of `read`, which has parsed the key already.
 *
 * @param {View} view of an array or typed array
 * @param {number} index
 * @param {string} key the same
 * @returns {unknown}
 */
export function readElement(view, index, key) {
	noteIndex(view, index);
	if (mayRead(view, index)) view.handle.check();
	else {
		const { onGet } = ask(view, 'reading', key);
		if (onGet !== undefined) return expose(call(onGet, view.context, key));
		learn(view, 'reading', index);
	}
	const found = readElementNode(view, index, key);
	return found instanceof Node ? childOf(view, key, found).proxy : found;
}

/** @param {View} view @param {string} key @param {unknown} value no part of a GEM: such a one is copied before */
export function write(view, key, value) {
	refuseOwnName(view, key);
	writeElement(view, key, key, value);
}

/**
 * The frequent case of `write`: it is no function of the GEM.
 *
 * @param {View} view
 * @param {number | string} place the key, parsed if it is an index
 * @param {string} key
 * @param {unknown} value no part of a GEM
 */
export function writeElement(view, place, key, value) {
	if (typeof place === 'number') noteIndex(view, place);
	if (typeof value === 'number' && maySet(view, place)) {
		view.handle.check();
		// Anything else may leave memory to tidy up.
		if (setNumberInPlace(view.handle.region, view.node, place, value)) return;
	}
	const { onSet } = ask(view, 'setting', key);
	if (onSet === undefined) learn(view, 'setting', typeof place === 'number' ? place : -1);
	if (typeof value === 'number' && typeof place === 'number') makeRoom(view, place, value);
	// An object may have getters.
	if (typeof value === 'function' || (typeof value === 'object' && value !== null)) {
		view.handle.hold(() => setUnasked(view, place, key, value));
	} else setUnasked(view, place, key, value);
}

/** @param {View} view @param {number | string} place @param {string} key the same @param {unknown} value */
function setUnasked(view, place, key, value) {
	const { onSet } = view.meta;
	if (onSet !== undefined) call(onSet, view.context, key, value);
	else writeRaw(view, place, value);
}

/** @param {View} view @param {number} index of an element that is accessed: a loop may go on from there (access/reach.js) */
function noteIndex(view, index) {
	const { region } = view.handle;
	view.lastIndex = index;
	region.lastIndex = index;
	region.lastArray = view.node.address;
}

/**
 * Where the array at the root is fixed and has integers, the first double of a part has all of the part become doubles, not one after the
 * other.
 *
 * @param {View} view
 * @param {number} index
 * @param {number} value
 */
function makeRoom({ parent, handle, node }, index, value) {
	if (parent !== null || !isFirstDouble(handle.region, node, index, value)) return;
	const grant = granted(handle, 'setting', { from: index, to: index + 1 });
	if (grant !== null) makeRoomForDoubles(handle.region, node, grant);
}

/** @param {View} view @param {string} key */
export function remove(view, key) {
	const meta = ask(view, 'deleting', key);
	if (meta.onDelete) call(meta.onDelete, view.context, key);
	else if (decidesOnWrites(meta)) throw withoutTrap('deleting', key, 'onDelete');
	else Reflect.deleteProperty(view.rawProxy, key);
}

/** @param {View} view @param {string} key @returns {boolean} */
export function has(view, key) {
	const { handle, meta } = view;
	if (view.readableAt === handle.rights && meta.onHas === undefined) {
		handle.check();
		return hasRaw(view, key);
	}
	const { onHas } = ask(view, 'testing', key);
	return onHas ? Boolean(call(onHas, view.context, key)) : hasRaw(view, key);
}

/** @param {View} view @returns {readonly string[]} */
export function enumerate(view) {
	const { onEnumerate } = ask(view, 'enumerating', '');
	if (onEnumerate) {
		const keys = call(onEnumerate, view.context);
		if (isArray(keys)) return keys.map(String);
		const { name } = view.handle.type.configuration;
		throw new TypeError(`\`onEnumerate\` of ${name} has not returned an array of keys`);
	}
	return graphKeys(view.handle.region, view.node);
}

/** Ask whether a method may change a whole array. @param {View} view @param {string} method */
export function allowUpdate(view, method) {
	const meta = ask(view, 'calling', method);
	if (meta.onUpdate) call(meta.onUpdate, view.context, method);
	else if (decidesOnWrites(meta)) throw withoutTrap('calling', method, 'onUpdate');
}

/** @param {MetaApi} meta @returns {boolean} it has a trap for writes, which would not see others than `onSet` does */
const decidesOnWrites = ({ onSet, onAccess }) => onSet !== undefined && onAccess === undefined;

/**
 * What the policy gave, as users get it: parts of the graph under the policy.
 *
 * Threads: any. Blocks: never.
 *
 * @param {unknown} value
 * @returns {unknown}
 */
export function expose(value) {
	const side = sideOf(value);
	return side?.isRaw ? side.view.proxy : value;
}

/** @param {View} view @param {string} key */
function refuseOwnName(view, key) {
	if (view.rootKey !== null || !(key in view.handle.publicApi)) return;
	const fix = `call the property something else than \`${key}\``;
	throw gemAccess({ access: 'setting', key, reason: 'it is a function of the GEM', fix });
}

/** @param {string} access @param {string} key @param {string} trap @returns {Error} */
const withoutTrap = (access, key, trap) =>
	gemAccess({
		access,
		key,
		reason: `its type decides on writes and does not say who may do this (\`${trap}\`)`,
		fix: `use properties that can be set, or add \`${trap}\` to the type`,
	});
