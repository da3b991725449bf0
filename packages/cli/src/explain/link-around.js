/** @import { Diagnostic, Linked, SourceRoot } from '../types.js' */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isPackage, scanSpecifiers } from '@lapidary/compiler/link';
import { mayContainDirective } from '@lapidary/compiler/prescan';
import { isCompiled } from '../build/languages.js';
import { walkSources } from '../build/walk.js';
import { linkSources } from '../link/link-sources.js';

/**
 * What the other files of its package do to a file, as a link of the whole package says.
 *
 * @param {string} filename absolute
 * @param {string} source
 * @param {readonly string[]} trust as of `Options`
 * @returns {Promise<{ linked: Linked | undefined, diagnostics: Diagnostic[] | null }>} `diagnostics` about the file; null where there is no other file
 */
export async function linkAround(filename, source, trust) {
	const alone = { linked: undefined, diagnostics: null };
	if (!mayContainDirective(source)) return alone;
	const folder = packageAround(path.dirname(filename));
	/** @type {SourceRoot} */
	const root = { given: folder, path: folder, realPath: realpathSync(folder) };
	const walk = await walkSources([root], { ignore: [] });
	const files = walk.files.filter((one) => isCompiled(one.path));
	const isLone = files.length < 2 && !scanSpecifiers(source).some(isPackage);
	if (isLone || !files.some((one) => one.path === filename)) return alone;
	const sources = new Map([[filename, source]]);
	const { linked } = await linkSources(files, {
		sources,
		options: { strict: false, trust: [...trust] },
	});
	return {
		linked: linked.needs.get(filename),
		diagnostics: linked.diagnostics.filter((one) => one.filename === filename),
	};
}

/** @param {string} folder absolute @returns {string} the nearest one with a package.json; itself where there is none */
function packageAround(folder) {
	for (let at = folder; path.dirname(at) !== at; at = path.dirname(at))
		if (existsSync(path.join(at, 'package.json'))) return at;
	return folder;
}
