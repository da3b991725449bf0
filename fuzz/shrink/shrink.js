/** @import { Call, Program } from '../generate/program.js' */
/** @import { Tree } from '../generate/tree.js' */
import { SIMPLEST } from '../generate/values.js';
import { editsOf } from './edits.js';

/** @typedef {(program: Program) => Promise<boolean>} Fails whether a program fails in the same way */

/**
 * Make a failing program smaller, as long as it fails in the same way.
 *
 * @param {Program} program fails
 * @param {Fails} fails
 * @param {{ limit?: number }} [options] `limit`: most programs that are tried
 * @returns {Promise<Program>} fails too
 */
export async function shrink(program, fails, { limit = 3000 } = {}) {
	const search = new Search(program, fails, limit);
	for (let before = ''; before !== search.size && search.left > 0;) {
		before = search.size;
		await search.dropCalls();
		await search.dropFiles();
		for (let at = 0; at < search.program.files.length; at++) await search.visit(at, []);
		await search.simplifyCalls();
	}
	return search.program;
}

/** A path from the root of a file's tree: indices of parts. @typedef {readonly number[]} Path */

class Search {
	/** @param {Program} program @param {Fails} fails @param {number} limit */
	constructor(program, fails, limit) {
		this.program = program;
		this.fails = fails;
		this.left = limit;
	}

	/** @returns {string} changes whenever the program does */
	get size() {
		return JSON.stringify([this.program.files, this.program.calls]);
	}

	/** @param {Program} candidate @returns {Promise<boolean>} whether it is the program now */
	async accept(candidate) {
		if (this.left-- <= 0) return false;
		if (!(await this.fails(candidate))) return false;
		this.program = candidate;
		return true;
	}

	async dropCalls() {
		for (let size = this.program.calls.length; size >= 1; size = Math.floor(size / 2)) {
			for (let start = 0; start < this.program.calls.length;) {
				const { calls } = this.program;
				const kept = [...calls.slice(0, start), ...calls.slice(start + size)];
				if (!(await this.accept({ ...this.program, calls: kept }))) start += size;
			}
		}
	}

	async simplifyCalls() {
		for (let at = 0; at < this.program.calls.length; at++) {
			const { calls } = this.program;
			const simple = simplified(/** @type {Call} */ (calls[at]));
			await this.accept({ ...this.program, calls: calls.with(at, simple) });
		}
	}

	async dropFiles() {
		for (let at = this.program.files.length - 1; at > 0; at--) {
			await this.accept({ ...this.program, files: this.program.files.toSpliced(at, 1) });
		}
	}

	/**
	 * Try the edits of a node until none is accepted, then those of its parts.
	 *
	 * @param {number} file
	 * @param {Path} path
	 */
	async visit(file, path) {
		for (let isChanged = true; isChanged;) {
			isChanged = false;
			for (const edit of editsOf(this.nodeAt(file, path))) {
				isChanged = await this.accept(this.replaced(file, path, edit));
				if (isChanged || this.left <= 0) break;
			}
		}
		for (let at = 0; at < this.nodeAt(file, path).parts.length; at++) {
			if (typeof this.nodeAt(file, path).parts[at] !== 'string')
				await this.visit(file, [...path, at]);
		}
	}

	/** @param {number} file @param {Path} path @returns {Tree} */
	nodeAt(file, path) {
		let node = /** @type {Tree} */ (this.program.files[file]?.text);
		for (const index of path) node = /** @type {Tree} */ (node.parts[index]);
		return node;
	}

	/** @param {number} file @param {Path} path @param {Tree} edit @returns {Program} */
	replaced(file, path, edit) {
		const { files } = this.program;
		const one = /** @type {Program['files'][number]} */ (files[file]);
		return {
			...this.program,
			files: files.with(file, { ...one, text: replaceAt(one.text, path, edit) }),
		};
	}
}

/** @param {Tree} node @param {Path} path @param {Tree} edit @returns {Tree} */
function replaceAt(node, [first, ...rest], edit) {
	if (first === undefined) return edit;
	const part = /** @type {Tree} */ (node.parts[first]);
	return { ...node, parts: node.parts.with(first, replaceAt(part, rest, edit)) };
}

/** @param {Call} call @returns {Call} */
function simplified(call) {
	const args = call.args.map(({ type, text }) => ({ type, text: SIMPLEST[type] ?? text }));
	return { ...call, args, ...(call.then ? { then: simplified(call.then) } : {}) };
}
