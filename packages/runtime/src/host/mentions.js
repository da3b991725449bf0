// Which names a worker module, and what it imports of the program's own files, mention.
/** @import { Mentions } from '../protocol/built-ins.js' */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execPattern, OwnSet, push, sliceText } from '../primordials.js';
import { nameOfModule, WEB_CRYPTO } from '../protocol/built-in-modules.js';

/** Files that are read for one worker module, and the text in them: all of it happens before the first call is sent. */
const MOST_FILES = 16;
const MOST_CHARACTERS = 50_000;

const WORD = /[\w$\u0080-\uffff]+/g;
/** `.title`, `?.title`, and a string that is a name: `xs['title']` */
const MEMBER = /(?<=\.\s*)[\w$\u0080-\uffff]+|(?<=(['"`]))[\w$\u0080-\uffff]+(?=\1)/g;
/** Where an undeclared variable is no error. */
const GLOBAL = /(?<=\b(?:globalThis|global|self)(?:\??\.|\[['"`])|\btypeof )[\w$]+/g;
const HAS_GLOBAL = /globalThis|\bglobal\b|self\.|typeof/;
/** The global object itself: another name for it may stand before any dot, and in a string of `'Lib' in globalThis`. */
const OBJECT_ITSELF = /\b(?:globalThis|global)\b(?!\s*(?:\??\.|\[['"`]|:))/;
/** `{ Lib } = globalThis` */
const TAKEN_OUT = /\{([^{}]*)\}\s*=\s*(?:globalThis|global|self)\b/g;
const OF_NODE =
	/\b(?:from|import|require|getBuiltinModule)\s*\(?\s*(['"])((?:node:)?[a-z][\w/]*)\1/g;
const SPECIFIER = /\b(?:from|import|require|URL)\s*\(?\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g;

/** How a specifier leads to a file: as it is, without its extension, or, in a loader, to the source of what it names. */
const TYPED = 'js to ts';
const ENDINGS = ['', TYPED, '.js', '.cjs', '.mjs', '.ts', '/index.js'];

/**
 * @param {string} url of a worker module; where a loader makes it, of its source
 * @returns {Mentions | undefined} undefined when there is no such file
 */
export function mentionsOf(url) {
	/** @type {Mentions} */
	const mentions = {
		words: new OwnSet(),
		members: new OwnSet(),
		globals: new OwnSet(),
		modules: new OwnSet(),
	};
	const seen = new OwnSet([withoutQuery(url)]);
	const queue = [withoutQuery(url)];
	let left = MOST_CHARACTERS;
	for (let at = 0; at < queue.length && at < MOST_FILES && left > 0; at++) {
		const file = read(queue[at]);
		if (file === undefined) continue;
		// Units are at the end of a worker module, also of one with which all that it imports has been bundled.
		const text = sliceText(file.text, -left);
		left -= text.length;
		collect(text, mentions);
		forEachMatch(file.text, OF_NODE, (match) => {
			const name = nameOfModule(match[2]);
			if (name !== undefined) mentions.modules.add(name);
		});
		forEachMatch(file.text, SPECIFIER, (match) => {
			const found = withoutQuery(new URL(match[2], file.url).href);
			if (!seen.has(found)) push(queue, found);
			seen.add(found);
		});
	}
	if (mentions.words.has('crypto')) mentions.modules.add(WEB_CRYPTO);
	return mentions.words.size > 0 ? mentions : undefined;
}

/** @param {string} text @param {Mentions} mentions */
function collect(text, { words, members, globals }) {
	addMatches(words, text, WORD);
	addMatches(members, text, MEMBER);
	if (!execPattern(HAS_GLOBAL, text)) return;
	addMatches(globals, text, GLOBAL);
	if (execPattern(OBJECT_ITSELF, text)) addMatches(globals, text, MEMBER);
	forEachMatch(text, TAKEN_OUT, (match) => addMatches(globals, match[1], WORD));
}

/** @param {Set<string>} names @param {string} text @param {RegExp} pattern looks behind for what is not part of the name */
function addMatches(names, text, pattern) {
	forEachMatch(text, pattern, (match) => names.add(match[0]));
}

/**
 * Methods of strings ask `Symbol.replace` and others, which are among the built-ins that may have been replaced.
 *
 * @param {string} text
 * @param {RegExp} pattern global
 * @param {(match: RegExpExecArray) => void} visit
 */
function forEachMatch(text, pattern, visit) {
	pattern.lastIndex = 0;
	for (let match = execPattern(pattern, text); match; match = execPattern(pattern, text))
		visit(match);
}

/** @param {string} url @returns {string} */
function withoutQuery(url) {
	let end = 0;
	while (end < url.length && url[end] !== '?' && url[end] !== '#') end++;
	return sliceText(url, 0, end);
}

/** @param {string} url @returns {{ url: string, text: string } | undefined} */
function read(url) {
	if (sliceText(url, 0, 'file:'.length) !== 'file:') return undefined;
	for (let at = 0; at < ENDINGS.length; at++) {
		const candidate = ENDINGS[at] === TYPED ? typed(url) : url + ENDINGS[at];
		try {
			return { url: candidate, text: readFileSync(fileURLToPath(candidate), 'utf8') };
		} catch {
			// There is none with that name, or it is a folder.
		}
	}
	return undefined;
}

/** @param {string} url @returns {string} */
const typed = (url) => (sliceText(url, -2) === 'js' ? `${sliceText(url, 0, -2)}ts` : url);
