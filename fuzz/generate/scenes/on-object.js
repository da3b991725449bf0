/** @import { Part } from '../tree.js' */
/** @import { Stage } from './stage.js' */
import { code, sequence } from '../tree.js';

/**
 * Calls a method of an object by way of something else: only the flow of values shows whose it is.
 *
 * @param {Stage} stage
 * @param {string} object
 * @param {(object: string) => Part[]} call an expression
 * @returns {Part[]} a statement
 */
export function onObject({ random }, object, call) {
	return random.weighted([
		[4, code`${sequence(call(object))};`],
		[1, code`{\nconst other = ${object};\n${sequence(call('other'))};\n}`],
		[1, code`((one) => ${sequence(call('one'))})(${object});`],
		[1, code`[${object}].forEach((one) => ${sequence(call('one'))});`],
		[1, code`(({ service }) => {\n${sequence(call('service'))};\n})({ service: ${object} });`],
		[0.5, code`for (const one of new Set([${object}])) {\n${sequence(call('one'))};\n}`],
		[0.5, code`new Map([['k', ${object}]]).forEach((one) => ${sequence(call('one'))});`],
		[0.5, code`Object.entries({ k: ${object} }).map(([, one]) => ${sequence(call('one'))});`],
		[0.5, code`for (const one of [...[${object}]].sort()) {\n${sequence(call('one'))};\n}`],
		[0.5, code`Reflect.apply((one) => ${sequence(call('one'))}, undefined, [${object}]);`],
		[
			0.7,
			code`new (class {\n#held;\nconstructor(held) {\nthis.#held = held;\n}\ngo() {\n${sequence(call('this.#held'))};\n}\n})(${object}).go();`,
		],
		[
			0.5,
			code`{\nconst held = {};\nfor (const key of ['k']) held[key] = ${object};\n${sequence(call('held.k'))};\n}`,
		],
	]);
}
