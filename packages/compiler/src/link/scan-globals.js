const BUILT_INS =
	'(?:Array|ArrayBuffer|BigInt|Boolean|DataView|Date|Error|Function|Intl|JSON|Map|Math|Number|Object|Promise|Reflect|' +
	'RegExp|Set|String|Symbol|WeakMap|WeakSet|(?:Big)?(?:Int|Uint|Float)\\d+(?:Clamped)?Array)';
const SHARED = String.raw`\b(?:${BUILT_INS}(?:\.prototype)?|global(?:This)?)\s*`;
const CHANGED = new RegExp(
	String.raw`${SHARED}(?:\.\s*[\w$]+|\[[^\]\n]*\])\s*=(?![=>])|` +
		String.raw`\b(?:assign|definePropert(?:y|ies)|set)\(\s*${SHARED},|` +
		// what modules of the platform go by: `EventEmitter.defaultMaxListeners = 50`
		String.raw`\.\s*(?:default(?:MaxListeners|Options)|poolSize|globalAgent)\b[.\w$]*\s*=(?![=>])`,
);

/**
 * Whether a module may change what all modules of a thread have in common, by what its text looks like: `Array.prototype.last = …`,
 * `Math.random = …`, `globalThis.level = …`. Most do not. By another name, `const list = Array.prototype`, it is not seen.
 *
 * @param {string} source
 * @returns {boolean}
 */
export const mayChangeGlobals = (source) => CHANGED.test(source);
