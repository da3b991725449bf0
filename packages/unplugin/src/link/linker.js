// What files of a program do to each other's units: found before any of them is compiled, from the imports as the bundler resolves them.
/** @import { Diagnostic, Linked } from '@lapidary/compiler' */
/** @import { LapidaryOptions } from '../options.js' */
/** @import { Lowered, Lowerer, Source } from '../lower/lower.js' */
/** @import { Message, Messages } from '../report.js' */
/** @import { Program } from './walk.js' */
import path from 'node:path';
import { isPackage, RELINKED, scanSpecifiers } from '@lapidary/compiler/link';
import { linkSources } from '@lapidary/compiler/link-files';
import { mayContainDirective } from '@lapidary/compiler';
import { createReadPackage } from '@lapidary/compiler/packages';
import { mayBeOptional } from '@lapidary/compiler/prescan';
import { lateFile } from '../diagnostics/codes.js';
import { createIdentities, fileOf, isSource, mayBeLowered, RUNTIME } from '../lower/lower.js';
import { refuseBrowser, refuseTypes, toMessage, toMessages } from '../report.js';
import { readIfPresent } from './read-if-present.js';
import { walk } from './walk.js';

/** @typedef {(specifier: string, from: string) => Promise<string | null | undefined>} ResolveId gives what the bundler calls a module */

/** @type {Messages} */
export const NOTHING = Object.freeze({ errors: [], warnings: [] });

/**
 * A module that a bundler asks a plugin to transform.
 *
 * @typedef {object} Request
 * @property {string} file absolute path
 * @property {string} code
 * @property {() => Source} [read] what the compiler gets of it; default: the code under the file's name
 * @property {ResolveId | null} resolveId null where everything is linked already
 * @property {boolean} isForNode
 * @property {Lowerer} lower of the build, whose output it becomes a part of
 * @property {boolean} [hasTypes] threads can load what defines types of GEMs in it
 * @property {boolean} [isAlone] nobody else hears what was said of the file before: it is said again
 */

/** The link of one program, which grows as the bundler finds files. */
export class Linker {
	#strict;
	#trust;
	#readPackage = createReadPackage();
	#isOn;
	#lower;
	#identify = createIdentities();
	/** @type {Program} */
	#program = { texts: new Map(), targets: new Map() };
	/** Texts of files that are not on the disk. @type {ReadonlyMap<string, string>} */
	#given = new Map();
	/** @type {ReadonlyMap<string, Linked>} */
	#needs = new Map();
	/** @type {ReadonlySet<string>} */
	#linked = new Set();
	/** what has been said @type {ReadonlySet<string>} */
	#told = new Set();
	/** of the last link @type {readonly Message[]} */
	#errors = [];
	/** what files have been compiled with @type {Map<string, string>} */
	#used = new Map();
	/** Links come one after the other. */
	#turn = Promise.resolve(NOTHING);

	/**
	 * @param {LapidaryOptions} options
	 * @param {Lowerer} lower
	 */
	constructor({ strict, link = true, trust = [] }, lower) {
		this.#strict = strict;
		this.#trust = trust;
		this.#isOn = link;
		this.#lower = lower;
	}

	/**
	 * Link a program anew, from its entries.
	 *
	 * @param {readonly string[]} entries absolute paths
	 * @param {ResolveId} resolveId
	 * @param {ReadonlyMap<string, string>} [given] texts of files that are not on the disk
	 * @returns {Promise<Messages>} what there is to say of all its files
	 */
	start(entries, resolveId, given = new Map()) {
		return this.#inTurn(() => {
			this.#given = given;
			this.#program = { texts: new Map(), targets: new Map() };
			this.#told = new Set();
			this.#used.clear();
			this.#forget();
			return this.#add(entries, resolveId);
		});
	}

	/**
	 * Link files, too, that imports of the others did not lead to, or that have changed.
	 *
	 * @param {readonly string[]} ids
	 * @param {ResolveId} resolveId
	 * @returns {Promise<Messages>} what has not been said before
	 */
	extend(ids, resolveId) {
		return this.#inTurn(() => this.#add(ids, resolveId));
	}

	/**
	 * Compare the program that was linked with that which the bundler has built.
	 *
	 * @param {Iterable<string>} ids of all modules
	 * @param {ResolveId} resolveId
	 * @returns {Promise<Messages>} errors where files would have had to be compiled in another way
	 */
	async finish(ids, resolveId) {
		const late = [...ids].filter(
			(id) => isSource(fileOf(id)) && !this.#program.texts.has(fileOf(id)),
		);
		if (!this.#isOn || late.length === 0) return NOTHING;
		const { errors, warnings } = await this.extend(late, resolveId);
		const file = path.relative(process.cwd(), late[0]);
		const others = this.outdated().map((filename) =>
			toMessage(lateFile({ file, source: path.basename(filename) }, { filename })),
		);
		return { errors: [...errors, ...others], warnings };
	}

	/**
	 * Compile a module as the program needs it, which it becomes a part of.
	 *
	 * @param {Request} request
	 * @returns {Promise<{ lowered: Lowered | null, messages: Messages }>} null for what stays as it is
	 */
	async transform(request) {
		const { file, code, resolveId, isForNode, lower, isAlone = false } = request;
		if (!isAlone && !mayBeLowered(code) && !this.#needs.has(file))
			return { lowered: null, messages: NOTHING };
		const found = isForNode && resolveId ? [await this.extend([file], resolveId)] : [];
		if (isAlone && isForNode) found.push({ errors: this.#errorsOf(file), warnings: [] });
		if (!mayBeLowered(code) && !this.#needs.has(file))
			return { lowered: null, messages: joined(found) };
		const source = request.read?.() ?? { code, filename: file };
		const { lowered, diagnostics } = lower(source, this.#useNeeds(file));
		found.push(toMessages(this.#untold(diagnostics, file), source));
		if (!request.hasTypes) found.push(refuseTypes(source));
		if (lowered && !isForNode) found.push(refuseBrowser(lowered.facts, source));
		return { lowered: isForNode ? lowered : null, messages: joined(found) };
	}

	/** @param {string} file @returns {Linked | undefined} what it is compiled with from now on */
	#useNeeds(file) {
		const needs = this.#needs.get(file);
		this.#used.set(file, textOf(needs));
		return needs;
	}

	/** @returns {string[]} files that were compiled with what holds no longer */
	outdated() {
		return [...this.#used].flatMap(([file, text]) =>
			text === textOf(this.#needs.get(file)) ? [] : file,
		);
	}

	/** @param {string} file @returns {Message[]} */
	#errorsOf(file) {
		return this.#errors.filter(({ id }) => id === file);
	}

	/**
	 * @param {readonly Diagnostic[]} diagnostics of one file alone
	 * @param {string} filename
	 * @returns {Diagnostic[]} what a link has neither said already nor knows better
	 */
	#untold(diagnostics, filename) {
		return diagnostics.filter(
			(one) =>
				!this.#told.has(identityOf({ ...one, filename })) &&
				!(this.#linked.has(filename) && RELINKED.includes(one.code)),
		);
	}

	/** @returns {string[]} whatever may have a say in how a file is compiled */
	files() {
		return [...this.#linked];
	}

	/** @param {() => Promise<Messages>} task @returns {Promise<Messages>} */
	#inTurn(task) {
		if (!this.#isOn) return Promise.resolve(NOTHING);
		const done = this.#turn.then(task);
		this.#turn = done.catch(() => NOTHING);
		return done;
	}

	/** @param {readonly string[]} ids @param {ResolveId} resolveId @returns {Promise<Messages>} */
	async #add(ids, resolveId) {
		const isChanged = await walk(this.#program, ids.map(fileOf).filter(isSource), {
			read: (file) => this.#given.get(file) ?? readIfPresent(file),
			resolve: (specifier, from) => resolveSource(resolveId, specifier, from),
		});
		return isChanged ? this.#link() : NOTHING;
	}

	#forget() {
		this.#needs = new Map();
		this.#linked = new Set();
		this.#errors = [];
	}

	/** @returns {Promise<Messages>} what has not been said before */
	async #link() {
		const { texts, targets } = this.#program;
		this.#forget();
		const annotated = [...texts.values()].filter((text) => mayContainDirective(text));
		const isLone =
			texts.size < 2 && !annotated.some((text) => mayBeOptional(text) || importsPackages(text));
		if (annotated.length === 0 || isLone) return NOTHING;
		/** @param {string} file */
		const read = (file) => /** @type {string} */ (texts.get(file));
		const { linked } = await linkSources([...texts.keys()], {
			read,
			strict: this.#strict,
			trust: this.#trust,
			readPackage: this.#readPackage,
			identify: (file) => this.#identify(file, read(file)),
			resolve: (specifier, from) => targets.get(from)?.get(specifier) ?? null,
			isClosed: () => true,
			compile: (file, code, options) => this.#lower({ code, filename: file }, options.linked),
		});
		this.#needs = linked.needs;
		this.#linked = new Set(texts.keys());
		const { diagnostics } = linked;
		const said = diagnostics.map((one) => ({
			severity: one.severity,
			isFresh: !this.#told.has(identityOf(one)),
			message: toMessage(one, texts.get(one.filename)),
		}));
		/** @param {typeof said} list @param {Diagnostic['severity']} severity */
		const messagesOf = (list, severity) =>
			list.filter((one) => one.severity === severity).map(({ message }) => message);
		const fresh = said.filter(({ isFresh }) => isFresh);
		// What is mended and then done again is said again.
		this.#told = new Set(diagnostics.map(identityOf));
		this.#errors = messagesOf(said, 'error');
		return { errors: messagesOf(fresh, 'error'), warnings: messagesOf(fresh, 'warning') };
	}
}

/** @param {string} text @returns {boolean} */
const importsPackages = (text) =>
	scanSpecifiers(text).some((one) => isPackage(one) && !RUNTIME.test(one));

/** @param {readonly Messages[]} list @returns {Messages} each message once */
const joined = (list) => ({
	errors: [...new Set(list.flatMap(({ errors }) => errors))],
	warnings: [...new Set(list.flatMap(({ warnings }) => warnings))],
});

/** @param {Linked | undefined} needs @returns {string} */
const textOf = (needs) => JSON.stringify(needs) ?? '';

/** @param {ResolveId} resolveId @param {string} specifier @param {string} from @returns {Promise<string | null>} */
async function resolveSource(resolveId, specifier, from) {
	const id = await resolveId(specifier, from);
	if (!id) return null;
	const file = fileOf(id);
	return path.isAbsolute(file) && isSource(file) ? file : null;
}

/** @param {Diagnostic} diagnostic @returns {string} */
const identityOf = ({ code, filename, start, message }) =>
	JSON.stringify([code, filename, start, message]);
