// Every relative link in a Markdown file leads to something, and every file or fixture that is named exists.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkEdgeCases } from './check-edge-cases.js';
import { listFiles } from './list-files.js';

const DOCUMENT = /\.md$/;
// Logs and cases show what tools print about files that are not here.
const NOT_DOCUMENTS = /^(bench\/results\/|fixtures\/[^/]+\/)|(^|\/)(messages\/|CHANGELOG\.md$)/;
const LINK = /\[[^\]]*\]\(([^()\s]+)(?:\s+"[^"]*")?\)/g;
// In running text a path counts as one when it starts at a folder of this repository.
const NAMED_FILE =
	/`((?:packages|scripts|docs|fixtures|bench|ecosystem|fuzz|types|\.ci)\/[\w@./-]*[\w/-]|(?:reject|lower|gem|todo|bug|source-map|calls|classes)\/[a-z0-9-]+)`/g;

/**
 * Check every document below a root.
 *
 * @param {string} root
 * @returns {string[]} `file:line: problem`, empty when all is well
 */
export function checkDocs(root) {
	return listFiles(root, (file) => DOCUMENT.test(file) && !NOT_DOCUMENTS.test(file)).flatMap(
		(file) => checkDocument(root, file, readFileSync(path.join(root, file), 'utf8')),
	);
}

/**
 * @param {string} root
 * @param {string} file
 * @param {string} source
 * @returns {string[]}
 */
function checkDocument(root, file, source) {
	/** @type {string[]} */
	const problems = [];
	const folder = path.posix.dirname(file);
	for (const { text, line } of proseLines(source)) {
		for (const [, target] of text.replace(/`[^`]*`/g, '').matchAll(LINK)) {
			const problem = checkLink(root, file, folder, target);
			if (problem) problems.push(`${file}:${line}: ${problem}`);
		}
		for (const [, name] of text.matchAll(NAMED_FILE)) {
			if (!isThere(root, folder, name))
				problems.push(`${file}:${line}: \`${name}\` does not exist`);
		}
	}
	return problems;
}

/**
 * @param {string} source
 * @returns {{ text: string, line: number }[]} the lines outside fenced blocks, with 1-based numbers
 */
function proseLines(source) {
	const lines = [];
	let fence = '';
	for (const [index, text] of source.split('\n').entries()) {
		const mark = /^\s*(```+|~~~+)/.exec(text)?.[1] ?? '';
		if (fence) {
			if (mark.startsWith(fence)) fence = '';
		} else if (mark) fence = mark;
		else lines.push({ text, line: index + 1 });
	}
	return lines;
}

/**
 * @param {string} root
 * @param {string} file that the link is in
 * @param {string} folder of that file
 * @param {string} target as written
 * @returns {string | undefined} what is wrong with it
 */
function checkLink(root, file, folder, target) {
	if (/^[a-z][a-z+.-]*:/i.test(target)) return undefined;
	const [pathname, anchor] = target.split('#');
	const linked = pathname === '' ? file : path.posix.join(folder, decodeURI(pathname));
	if (linked.startsWith('..')) return `the link \`${target}\` leaves the repository`;
	if (!existsSync(path.join(root, linked))) return `the link \`${target}\` leads nowhere`;
	if (!anchor || !DOCUMENT.test(linked)) return undefined;
	const anchors = anchorsOf(readFileSync(path.join(root, linked), 'utf8'));
	return anchors.has(anchor) ? undefined : `the link \`${target}\` leads to no heading`;
}

/**
 * @param {string} source of a Markdown file
 * @returns {Set<string>} the anchors that GitHub gives its headings
 */
function anchorsOf(source) {
	const anchors = new Set();
	for (const { text } of proseLines(source)) {
		const heading = /^#+ (.*)$/.exec(text)?.[1];
		if (heading === undefined) continue;
		const base = heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replace(/\s/g, '-');
		let anchor = base;
		for (let count = 1; anchors.has(anchor); count++) anchor = `${base}-${count}`;
		anchors.add(anchor);
	}
	return anchors;
}

/**
 * @param {string} root
 * @param {string} folder of the document
 * @param {string} name a path from the root, from the document's folder, or a case below fixtures/
 * @returns {boolean}
 */
function isThere(root, folder, name) {
	return [name, path.posix.join(folder, name), `fixtures/${name}`].some((candidate) =>
		existsSync(path.join(root, candidate)),
	);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
	const root = fileURLToPath(new URL('..', import.meta.url));
	const problems = [...checkDocs(root), ...checkEdgeCases(root)];
	if (problems.length > 0) {
		console.error(problems.join('\n'));
		process.exitCode = 1;
	}
}
