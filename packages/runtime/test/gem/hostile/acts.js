// What hostile code does in the middle of an access.
import { AtomicSTM, ReadOnly } from '../../../src/gem/index.js';

/**
 * @typedef {object} Scene
 * @property {any} gem
 * @property {any} list
 * @property {any} up what the list is in; itself, where it is the root
 * @property {(operand: unknown) => unknown} call the access that is under way, with another operand
 * @property {(gem: object) => void} release
 * @property {(gem: object) => void} post sends a GEM
 * @property {(guard: object) => void} guard looks after a GEM
 */

/** Takes memory that was given back. @param {Scene} scene */
const takeMemory = ({ guard }) => {
	for (let at = 0; at < 8; at++) guard(ReadOnly.create(GUARD));
};

const GUARD = Array.from({ length: 90 }, (_, at) => at + 0.25);

/** @type {Record<string, (scene: Scene) => void>} */
export const acts = {
	nothing() {},
	shorten(scene) {
		scene.list.length = 1;
		takeMemory(scene);
	},
	empty(scene) {
		scene.list.splice(0, 2000);
		takeMemory(scene);
	},
	grow({ list }) {
		for (let at = 0; at < 200; at++) list.push(at);
	},
	retype({ list }) {
		list[0] = 'text';
		list[1] = { a: [1] };
		list[2] = 0.5;
	},
	replace(scene) {
		scene.up.list = { another: 'value' };
		takeMemory(scene);
	},
	remove({ list, up }) {
		delete list[1];
		delete up.list;
	},
	release(scene) {
		scene.release(scene.gem);
		takeMemory(scene);
	},
	'give up': ({ gem }) => gem.release(),
	send: ({ gem, post }) => post(gem),
	abort() {
		throw new Error('stop');
	},
	'abort a block within': ({ gem, list }) =>
		gem.atomic(() => {
			list.length = 0;
			list.push('text', { a: 1 });
			throw new Error('stop');
		}),
	retry: () => AtomicSTM.retry(),
	again: ({ call }) => void call(1),
};
