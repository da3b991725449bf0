/** @import { Effect } from '../../ir/module.js' */
import { dottedName, unwrap } from '../../ast/shapes.js';
import { isMutatorMethod } from '../../knowledge/methods.js';

/** @param {string | null} path @returns {boolean} `exports.a`, `module.exports` */
export const isExportPath = (path) => path !== null && /^(module\.)?exports(\.|$)/.test(path);

/** @param {Effect} effect @returns {boolean} `exports.a = …` */
export const assignsExport = (effect) =>
	effect.kind === 'external' &&
	effect.node.type === 'AssignmentExpression' &&
	isExportPath(effect.text);

/** @param {Effect} effect @returns {boolean} it fills the exports, or one of them: a worker module has its own */
export const changesExports = (effect) =>
	effect.kind === 'external' && isExportPath(effect.text) && !isCallOfExport(effect);

/** @param {Effect} effect @returns {boolean} it calls an export, which may be a unit */
export const callsExport = (effect) =>
	effect.kind === 'external' && isExportPath(effect.text) && isCallOfExport(effect);

/** `exports.scale(2)` calls an export; `exports.rows.push(2)` changes one. @param {Effect & { text: string }} effect @returns {boolean} */
function isCallOfExport({ node, text }) {
	if (!/^(New|Tagged)|Call/.test(node.type)) return false;
	const callee = unwrap(node.callee ?? node.tag);
	return dottedName(callee) === text && !isMutatorMethod(text.split('.').pop() ?? '');
}
