import { codeLines, linesAdded, readSources } from '../../lib/count-lines.js';
import { PROGRAMS } from './content.js';
import { PEERS } from './peers/index.js';

/** @type {Record<string, string>} */
export const NAMES = {
	sequential: 'sequential',
	gem: 'Lapidary, data in GEMs',
	gemNew: 'Lapidary, GEMs made for each run',
	...Object.fromEntries(Object.entries(PEERS).map(([key, { name }]) => [key, name])),
};

/** @param {string[]} files */
const read = (files) => readSources(files.map((file) => new URL(file, import.meta.url)));

/** @returns {string} code lines of the lowered programs that their plain ones do not have, from least to most */
export function loweredLines() {
	const lines = PROGRAMS.map(({ name }) =>
		linesAdded(read([`plain/${name}.js`]), read([`src/${name}.js`])),
	);
	return `${Math.min(...lines)} to ${Math.max(...lines)}`;
}

/** @param {string} key @returns {string} code lines of a peer, without those of the programs */
export const peerLines = (key) => String(read(PEERS[key].files).flatMap(codeLines).length);
