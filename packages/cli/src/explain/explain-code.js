/** @import { CatalogueEntry } from './catalogue.js' */
import { suggest } from '../config/suggest.js';
import { noSuchCode } from '../diagnostics/codes.js';
import { CommandFailure } from '../diagnostics/command-failure.js';
import { catalogue } from './catalogue.js';

/**
 * @param {string} text 'LP2003', in any case
 * @returns {CatalogueEntry}
 * @throws {CommandFailure} LP7015
 */
export function findCode(text) {
	const code = text.toUpperCase();
	const entry = catalogue.get(code);
	if (entry) return entry;
	const family = [...catalogue.keys()].filter((one) => one.startsWith(code.slice(0, 3)));
	const meant = suggest(code, family);
	const known =
		family.length > 0
			? `this family has ${family.join(', ')}`
			: 'docs/diagnostics.md lists all codes';
	throw new CommandFailure(
		noSuchCode({ code, hint: meant ? `did you mean \`${meant}\`? ${known}` : known }),
	);
}

/**
 * @param {CatalogueEntry} entry
 * @returns {string} as text for a terminal
 */
export function formatCode({ code, slug, kind, severity, since, message, prose, help, examples }) {
	const shown = examples.map(({ verdict, code: text }) => `${verdict}:\n\n${indent(text)}`);
	return [
		`${code} ${slug}`,
		`${kind} · ${severity} · since ${since}`,
		'',
		`  ${withNames(message)}`,
		'',
		prose,
		'',
		`help: ${withNames(help)}`,
		'',
		...shown,
	].join('\n');
}

/**
 * @param {string} template with `%placeholder%`s
 * @returns {string}
 */
function withNames(template) {
	return template.replace(/%(\w+)%/g, '<$1>');
}

/**
 * @param {string} text
 * @returns {string}
 */
function indent(text) {
	return text.replace(/^(?=.)/gm, '    ');
}
