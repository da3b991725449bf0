/** @import { TokenKind } from '../lower/tokens.js' */
/** @import { Message } from '../report.js' */
import path from 'node:path';
import { severalHosts } from '../diagnostics/codes.js';
import { hashOf } from '../lower/tokens.js';
import { toMessage } from '../report.js';
import { COMMON, hostsOf } from './entries.js';

/** Which files of the output have host modules. Each entry of a program may have one of its own. */
export class HostPlaces {
	/** by the hash of the source @type {Map<string, { source: string, files: string[] }>} */
	#hosts = new Map();
	/** what threads cannot know @type {Map<string, Message>} */
	#warnings = new Map();

	/** @param {any} compilation whose files have their names */
	constructor({ chunks, chunkGraph }) {
		for (const chunk of chunks) {
			// Threads have host modules, too, for what they call there.
			if (isOfWorkers(chunk)) continue;
			const [file] = chunk.files;
			for (const source of hostsOf(chunkGraph.getChunkModulesIterable(chunk))) {
				const known = this.#hosts.get(hashOf(source)) ?? { source, files: [] };
				if (file !== undefined) known.files.push(file);
				this.#hosts.set(hashOf(source), known);
			}
		}
	}

	/** @param {TokenKind} kind @param {string} hash of the source @returns {string} relative to the output */
	fileOf(kind, hash) {
		const { source, files } = this.#hosts.get(hash) ?? { source: '', files: [] };
		const [file = ''] = files;
		const other = files.find((one) => placeOf(one, kind) !== placeOf(file, kind));
		if (other !== undefined)
			this.#warnings.set(
				hash,
				toMessage(
					severalHosts({ source: path.basename(source), file, other }, { filename: source }),
				),
			);
		return file;
	}

	/** @returns {Message[]} */
	warnings() {
		return [...this.#warnings.values()];
	}
}

/** @param {any} chunk @returns {boolean} */
function isOfWorkers({ runtime }) {
	const names = typeof runtime === 'string' ? [runtime] : [...(runtime ?? [])];
	return names.length > 0 && names.every((one) => one === COMMON);
}

/** @param {string} file @param {TokenKind} kind @returns {string} */
const placeOf = (file, kind) => (kind === 'folder' ? path.posix.dirname(file) : file);
