/** @import { SourceFile } from '../types.js' */
import { existsSync, statSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { types } from 'node:util';

/** The ways in which a specifier is looked up. */
const KINDS = /** @type {const} */ (['import', 'require']);

/** What may stand behind a specifier without an extension, for each language of the file that has it. */
const ENDINGS = {
	js: ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.tsx', '.mts', '.cts'],
	ts: ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'],
};

/** TypeScript names the file that will be there once it is compiled. */
const SOURCES = new Map([
	['.js', ['.ts', '.tsx', '.jsx']],
	['.jsx', ['.tsx']],
	['.mjs', ['.mts']],
	['.cjs', ['.cts']],
]);

/** @typedef {import('@lapidary/compiler/link').Resolve} Resolve */

/**
 * @typedef {object} Resolver
 * @property {Resolve} resolve absolute paths to absolute paths of linked files; null for what is external
 * @property {(specifier: string, from: string) => string | null | undefined} locate the path, linked or not; null where there is no
 *   such file, undefined for what is no file at all: built-in modules and URLs
 */

/**
 * Create a look-up of the file that a specifier leads to, among those that are linked.
 *
 * Relative paths are answered from the list of files, without I/O. Packages, `#imports` and the `paths` of a tsconfig.json
 * are left to enhanced-resolve, which is loaded when the first of them turns up; what only leads out of the linked files
 * is external.
 *
 * @param {readonly Pick<SourceFile, 'path' | 'relative' | 'root'>[]} files
 * @returns {Resolver}
 */
export function createResolver(files) {
	const known = new Map(files.map((file) => [file.path, file.path]));
	// A package in node_modules may be a link to a folder that is linked: there it goes by its real path.
	for (const { path: absolute, relative, root } of files) {
		const real = path.join(root.realPath, relative);
		if (!known.has(real)) known.set(real, absolute);
	}
	/** @type {ReturnType<typeof createPackageResolver> | undefined} */
	let packages;
	/** @param {string} specifier @param {string} from @param {'import' | 'require'} kind */
	const ofPackage = (specifier, from, kind) => {
		if (isBuiltin(specifier) || /^[a-z][a-z+.-]*:/i.test(specifier)) return undefined;
		packages ??= createPackageResolver();
		return packages(specifier, path.dirname(from), kind);
	};
	return {
		resolve: (specifier, from, kind) => {
			const targets = toPaths(specifier, from, kind);
			if (targets.length > 0)
				return findFile(targets, from, (candidate) => known.get(candidate) ?? null);
			const found = ofPackage(specifier, from, kind);
			return found ? (known.get(found) ?? null) : null;
		},
		locate: (specifier, from) => {
			const targets = KINDS.flatMap((kind) => toPaths(specifier, from, kind));
			if (targets.length > 0) return findFile(targets, from, onDisk);
			return ofPackage(specifier, from, 'import') ?? ofPackage(specifier, from, 'require');
		},
	};
}

/** @param {string} candidate @returns {string | null} */
const onDisk = (candidate) =>
	statSync(candidate, { throwIfNoEntry: false })?.isFile() ? candidate : null;

/**
 * @param {string} specifier of an import a URL, in which `%20` is a space; of `require` a path
 * @param {string} from
 * @param {'import' | 'require'} kind
 * @returns {string[]} absolute, what Node takes it for first, then what bundlers do; empty for what is no path
 */
function toPaths(specifier, from, kind) {
	if (specifier.startsWith('file:')) return [fileURLToPath(specifier)];
	if (!/^\.{1,2}(\/|$)/.test(specifier)) return [];
	const [bare = ''] = specifier.split(/[?#]/, 1);
	const ofNode = kind === 'import' ? decoded(bare) : specifier;
	return [...new Set([ofNode, bare])].map((one) => path.resolve(path.dirname(from), one));
}

/** @param {string} text of a URL @returns {string} the text itself where a `%` in it begins no sign */
function decoded(text) {
	try {
		return decodeURIComponent(text);
	} catch (error) {
		if (!types.isNativeError(error) || error.name !== 'URIError') throw error;
		return text;
	}
}

/**
 * @param {readonly string[]} targets absolute
 * @param {string} from
 * @param {(candidate: string) => string | null} look
 * @returns {string | null}
 */
function findFile(targets, from, look) {
	const endings = /\.[mc]?tsx?$/.test(from) ? ENDINGS.ts : ENDINGS.js;
	for (const target of targets) {
		const extension = path.extname(target);
		const stem = target.slice(0, target.length - extension.length);
		const candidates = [
			target,
			...(SOURCES.get(extension) ?? []).map((ending) => stem + ending),
			...endings.map((ending) => target + ending),
			...endings.map((ending) => path.join(target, `index${ending}`)),
		];
		for (const candidate of candidates) {
			const found = look(candidate);
			if (found !== null) return found;
		}
	}
	return null;
}

/**
 * @param {{ hasConfig?: boolean }} [how] `hasConfig`: by `paths` of a tsconfig.json, too
 * @returns {Resolve} from a folder; what it finds is a real path, and need not be linked
 */
export function createPackageResolver({ hasConfig = true } = {}) {
	/** @type {Map<string, { resolveSync: (context: object, folder: string, request: string) => string | false }>} */
	const resolvers = new Map();
	/** @type {Map<string, string | null>} */
	const answers = new Map();
	const findConfig = hasConfig ? createConfigFinder() : () => undefined;
	return (specifier, folder, kind) => {
		const key = `${kind}\0${specifier}\0${folder}`;
		const answer = answers.get(key);
		if (answer !== undefined) return answer;
		const config = findConfig(folder);
		const name = `${kind}\0${config ?? ''}`;
		const resolver = resolvers.get(name) ?? createEnhanced(kind, config);
		resolvers.set(name, resolver);
		const found = attempt(() => resolver.resolveSync({}, folder, specifier));
		answers.set(key, found);
		return found;
	};
}

/**
 * @param {'import' | 'require'} kind
 * @param {string | undefined} config of TypeScript, absolute
 */
function createEnhanced(kind, config) {
	const require = createRequire(import.meta.url);
	const { CachedInputFileSystem, ResolverFactory } = require('enhanced-resolve');
	return ResolverFactory.createResolver({
		fileSystem: new CachedInputFileSystem(require('node:fs'), 60_000),
		useSyncFileSystemCalls: true,
		extensions: ENDINGS.js,
		extensionAlias: Object.fromEntries(
			[...SOURCES].map(([extension, sources]) => [extension, [extension, ...sources]]),
		),
		conditionNames: ['node', kind],
		mainFields: ['module', 'main'],
		...(config ? { tsconfig: { configFile: config, references: 'auto' } } : {}),
	});
}

/**
 * What cannot be resolved is external: Node tells of it when the program runs.
 *
 * @param {() => string | false} resolve
 * @returns {string | null}
 */
function attempt(resolve) {
	try {
		const found = resolve();
		return found === false ? null : found.replace(/\?.*$/, '');
	} catch {
		// whatever is wrong with a package or a tsconfig.json: what it says cannot be followed
		return null;
	}
}

/**
 * @returns {(folder: string) => string | undefined} the nearest tsconfig.json of a folder
 */
function createConfigFinder() {
	/** @type {Map<string, string | undefined>} */
	const configs = new Map();
	/** @param {string} folder @returns {string | undefined} */
	const find = (folder) => {
		if (configs.has(folder)) return configs.get(folder);
		const own = path.join(folder, 'tsconfig.json');
		const parent = path.dirname(folder);
		const found = existsSync(own) ? own : parent === folder ? undefined : find(parent);
		configs.set(folder, found);
		return found;
	};
	return find;
}
