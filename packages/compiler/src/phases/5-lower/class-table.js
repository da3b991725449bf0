/** @import { SharedClass, SharedObject } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { ERROR_ONLY, LATE, NAMED, OBJECT_ITSELF } from '@lapidary/runtime/abi';

/**
 * @param {{ classes: SharedClass[], others: SharedObject[] }} planned
 * @param {(variable: Variable) => string} [expressionFor] of the host, where its name may mean something else
 * @returns {string} `{ Point, "class Codec": Codec }`
 */
export function classTable({ classes, others }, expressionFor) {
	const isHost = expressionFor !== undefined;
	const list = classes.map(({ variable, path = [], late, ...keys }) => {
		const key = (isHost && keys.hostKey) || keys.key;
		if (late && !isHost) {
			const names = JSON.stringify(late.names);
			return `${JSON.stringify(LATE + key)}: { names: ${names}, load: ${late.load} }`;
		}
		const value = [expressionFor?.(variable) ?? variable.name, ...path].join('.');
		// A host module may be asked while one of them is not there yet; the others are.
		const isLate = key.startsWith(NAMED) && (late || path.length > 0 || variable.kind !== 'import');
		if (isLate || key.startsWith(ERROR_ONLY) || (isHost && key.startsWith(OBJECT_ITSELF)))
			return `get ${JSON.stringify(key)}() { return ${value}; }`;
		if (key === value) return value;
		return `${key === variable.name ? key : JSON.stringify(key)}: ${value}`;
	});
	// Of variables of other files, the table alone says which they are: their files show them.
	const shown = others.map((one) => {
		const key = JSON.stringify(isHost ? one.hostKey : one.key);
		if (one.load !== undefined) return `${key}: () => require(${JSON.stringify(one.load)})`;
		return one.value === undefined ? `${key}: 0` : `get ${key}() { return ${one.value}; }`;
	});
	return `{ ${[...list, ...shown].join(', ')} }`;
}
