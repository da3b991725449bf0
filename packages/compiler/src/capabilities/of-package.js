/** @import { Capability, FileFacts } from './of-file.js' */
/** @import { Files } from './resolve.js' */
/** @import { PackageFacts } from '../knowledge/package-facts.js' */
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { KNOWN_PACKAGES } from '../knowledge/packages.js';
import { capabilitiesOfFile } from './of-file.js';
import { resolveFile } from './resolve.js';

/** A file that an import leads to, or an import that leads to none. @typedef {string | { missing: string, line: number }} Target */

/** More files than any package has that a program makes values of while it loads. */
const MOST_FILES = 4_000;

/**
 * Reads what packages can do, from their sources: the file that a specifier leads to, and all that it imports.
 */
export class PackageReader {
	/**
	 * @param {Files} files
	 * @param {{ factsOf?: (text: string, file: string) => FileFacts, resolveEntry?: (specifier: string, from: string, how: 'import' | 'require') => string | null }} [context]
	 *   `factsOf`: default: reads each text once; `resolveEntry`: of those who find packages in another way
	 */
	constructor(files, { factsOf = createFactsOf(), resolveEntry } = {}) {
		this.files = files;
		this.factsOf = factsOf;
		this.resolveEntry = resolveEntry;
		/** @type {Map<string, PackageFacts>} by entry file */
		this.packages = new Map();
		/** @type {Map<string, { facts: FileFacts, targets: Target[] }>} */
		this.read = new Map();
	}

	/**
	 * @param {string} specifier of a package
	 * @param {string} from absolute path of the file that imports it
	 * @param {'import' | 'require'} how
	 * @returns {PackageFacts}
	 */
	of(specifier, from, how) {
		const entry =
			this.resolveEntry?.(specifier, from, how) ??
			resolveFile(specifier, from, how, this.files) ??
			// Tools turn imports into `require`, and take what is there.
			resolveFile(specifier, from, how === 'import' ? 'require' : 'import', this.files);
		if (entry === null) return unread(specifier);
		const known = this.packages.get(entry);
		if (known) return known;
		const found = this.walk(entry);
		this.packages.set(entry, found);
		return found;
	}

	/** @param {string} entry @returns {PackageFacts} */
	walk(entry) {
		const seen = new Set([entry]);
		/** @type {PackageFacts['capabilities'][number][]} */
		const capabilities = [];
		/** @type {PackageFacts['counter']} */
		let counter = null;
		/** @type {PackageFacts['stepping']} */
		let stepping = null;
		/** @param {string} file @param {Capability} one */
		const add = (file, { kind, line, text }) => {
			const isAccepted = [entry, file].some((one) => knownPackage(one)?.accepts.includes(kind));
			if (capabilities.some((other) => other.kind === kind && other.isAccepted === isAccepted))
				return;
			capabilities.push({ kind, text, place: `${shortPath(file)}:${line}`, isAccepted });
		};
		// a Set grows while it is walked
		for (const file of seen) {
			const { facts, targets } = this.fileAt(file);
			for (const one of facts.capabilities) add(file, one);
			if (facts.stepping !== null) stepping ??= `${shortPath(file)}:${facts.stepping}`;
			if (facts.counter !== null) counter ??= `${shortPath(file)}:${facts.counter}`;
			for (const target of targets) {
				if (typeof target === 'string') seen.add(target);
				else add(file, { kind: 'unread', line: target.line, text: target.missing });
			}
			if (seen.size > MOST_FILES) {
				add(file, { kind: 'unread', line: 1, text: 'too many files' });
				break;
			}
		}
		const names = [...new Set([...seen].map(nameOf))].sort();
		return { name: nameOf(entry), files: seen.size, names, capabilities, counter, stepping };
	}

	/** @param {string} file @returns {{ facts: FileFacts, targets: Target[] }} */
	fileAt(file) {
		const known = this.read.get(file);
		if (known) return known;
		const found = this.readFile(file);
		this.read.set(file, found);
		return found;
	}

	/** @param {string} file @returns {{ facts: FileFacts, targets: Target[] }} */
	readFile(file) {
		const isCode = !/\.(node|wasm)$/.test(file);
		const text = isCode ? this.files.read(file) : null;
		if (text === null) {
			const unreadable = /** @type {Capability} */ ({
				kind: 'unread',
				line: 1,
				text: path.basename(file),
			});
			return {
				facts: { capabilities: [unreadable], imports: [], counter: null, stepping: null },
				targets: [],
			};
		}
		const facts = this.factsOf(text, file);
		const targets = facts.imports.flatMap(
			/** @returns {Target[]} */ ({ specifier, how, isOptional }) => {
				if (isBuiltin(specifier)) return [];
				/** @type {Target | null} */
				const found = resolveFile(specifier, file, how, this.files);
				const missing = isOptional ? [] : [{ missing: specifier, line: 1 }];
				return found === null ? missing : [found];
			},
		);
		return { facts, targets };
	}
}

/** @returns {(text: string, file: string) => FileFacts} that reads each text once */
export function createFactsOf() {
	/** @type {Map<string, FileFacts>} */
	const known = new Map();
	return (text, file) => {
		const key = `${path.extname(file)}\0${text}`;
		const facts = known.get(key) ?? capabilitiesOfFile(text, file);
		known.set(key, facts);
		return facts;
	};
}

/** @param {string} specifier @returns {PackageFacts} of what is not found */
const unread = (specifier) => ({
	name: specifier,
	files: 0,
	names: [specifier],
	capabilities: [{ kind: 'unread', text: specifier, place: 'it is not found', isAccepted: false }],
	counter: null,
	stepping: null,
});

/** @param {string} file @returns {import('../knowledge/packages.js').KnownPackage | undefined} what is known of its package */
const knownPackage = (file) =>
	Object.hasOwn(KNOWN_PACKAGES, nameOf(file)) ? KNOWN_PACKAGES[nameOf(file)] : undefined;

/** @param {string} file @returns {string} of the package that it belongs to; its path, outside of `node_modules` */
function nameOf(file) {
	const rest = partsOf(file);
	if (!rest) return file;
	return rest[0]?.startsWith('@') ? rest.slice(0, 2).join('/') : String(rest[0]);
}

/** @param {string} file @returns {string} from `node_modules` on */
const shortPath = (file) => partsOf(file)?.join('/') ?? path.basename(file);

/** @param {string} file @returns {string[] | null} */
function partsOf(file) {
	const parts = file.split(/[\\/]/);
	const at = parts.lastIndexOf('node_modules');
	return at < 0 ? null : parts.slice(at + 1);
}
