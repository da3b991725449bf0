/** @import { Outside } from '@lapidary/compiler/link-files' */
/** @import { Resolver } from './resolver.js' */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createPackageScopes } from '@lapidary/compiler/package-scope';
import { mayContainDirective } from '@lapidary/compiler/prescan';
import { isCompiled } from '../build/languages.js';
import { displayPath, errorCode } from '../build/paths.js';

/** What build tools import as modules, and what holds no functions. */
const ASSET =
	/\.(?:json5?|wasm|node|css|s[ac]ss|less|styl|html?|mdx?|txt|ya?ml|toml|csv|graphql|gql|glsl|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf|eot|mp[34]|webm|pdf)$/i;

/**
 * Create a judgement of specifiers that lead to no linked file: most are none of the link's business, such as other
 * packages, which are lowered on their own or not at all; what is left may hide uses of annotated functions.
 *
 * @param {Resolver['locate']} locate
 * @returns {(specifier: string, from: string) => Outside | null} null where there is nothing to say
 */
export function createOutsideCheck(locate) {
	const findScope = createPackageScopes();
	/** @param {string} file */
	const packageOf = (file) => findScope(path.dirname(file))?.root;
	/** @type {Map<string, boolean>} */
	const annotated = new Map();
	/** @param {string} file */
	const isAnnotated = (file) => {
		const known = annotated.get(file);
		if (known !== undefined) return known;
		const answer = mayBeAnnotated(file);
		annotated.set(file, answer);
		return answer;
	};
	return (specifier, from) => {
		if (ASSET.test(specifier.replace(/[?#].*$/, '')) || specifier.includes('${')) return null;
		const found = locate(specifier, from);
		if (found === undefined) return null;
		if (found === null) return missing(specifier, from);
		const isOwn = specifier.startsWith('.') || packageOf(found) === packageOf(from);
		if (!isOwn || !isAnnotated(found)) return null;
		const name = displayPath(found);
		return {
			key: found,
			reason: `\`${name}\` seems to have annotated functions and is not among the files that are checked`,
		};
	};
}

/** @param {string} file @returns {boolean} */
function mayBeAnnotated(file) {
	if (!isCompiled(file) || file.split(path.sep).includes('node_modules')) return false;
	try {
		return mayContainDirective(readFileSync(file));
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		return false;
	}
}

/** @param {string} specifier @param {string} from @returns {Outside | null} */
function missing(specifier, from) {
	const folder = path.dirname(from);
	if (/^\.{1,2}(?:\/|$)|^file:/.test(specifier)) {
		const target = path.resolve(folder, specifier);
		const stem = target.replace(/\.[cm]?jsx?$/, '');
		// declarations of what another tool makes: of a template, or of native code
		if (['.d.ts', '.d.mts', '.d.cts', '/index.d.ts'].some((one) => existsSync(stem + one)))
			return null;
		return { key: target, reason: 'there is no such file' };
	}
	const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
	if (isInstalled(name, folder)) return null;
	return { key: specifier, reason: 'no file and no package of that name is found' };
}

/** @param {string} name of a package @param {string} folder @returns {boolean} whether there is one, or types of one, whatever its manifest offers */
function isInstalled(name, folder) {
	const types = `@types/${name.replace(/^@([^/]+)\//, '$1__')}`;
	for (let at = folder; ; at = path.dirname(at)) {
		const modules = path.join(at, 'node_modules');
		if ([name, types].some((one) => existsSync(path.join(modules, one)))) return true;
		if (path.dirname(at) === at) return false;
	}
}
