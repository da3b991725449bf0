/** @import { MessageEntry } from './entry.js' */
import { functionName } from './entry.js';
import { FAMILIES, familyOfFile } from './families.js';

/**
 * The functions that report the compiler's diagnostics.
 *
 * All have the shape `writesCapture(reporter, place, params, related)`, those without placeholders too, so
 * that a message can gain one without a change of its call sites' order.
 *
 * @param {MessageEntry[]} entries
 * @returns {string} an ES module
 */
export function renderCompilerCodes(entries) {
	return `${header(entries, '//')}
/** @import { Place, RelatedPlace, Reporter } from './reporter.js' */
${entries
	.map(
		(entry) => `
/**
 * ${summary(entry)}
 *
 * @param {Reporter} reporter
 * @param {Place} place the use that the diagnostic is about
 * @param {${paramsType(entry)}} ${entry.params.length ? 'params' : '[_params]'}
 * @param {RelatedPlace[]} [related] the declaration and the trace to it
 */
export function ${functionName(entry.slug)}(reporter, place, ${paramsPattern(entry)}, related = []) {
	reporter.report({ ${fields(entry, true)}, place, related });
}
`,
	)
	.join('')}`;
}

/**
 * What there is to report: for surfaces that offer each diagnostic by its name.
 *
 * @param {MessageEntry[]} entries
 * @returns {string} an ES module
 */
export function renderCompilerList(entries) {
	const records = entries.map((entry) => {
		const { code, slug, kind, severity, message } = entry;
		const wrong = entry.examples.filter(({ verdict }) => verdict === 'wrong');
		const isFileLocal = wrong.some((example) => !/^\/\/ file: /m.test(example.code));
		return `{ code: '${code}', slug: '${slug}', kind: '${kind}', severity: '${severity}', summary: ${JSON.stringify(displayed(message))}, isFileLocal: ${isFileLocal} },`;
	});
	return `${header(entries, '//')}

/**
 * @typedef {object} DiagnosticKind
 * @property {string} code
 * @property {string} slug
 * @property {'unsafe' | 'unsupported' | 'costly' | 'misuse' | 'internal'} kind
 * @property {'error' | 'warning' | 'note'} severity when nothing changes it
 * @property {string} summary the message, with \`<names>\` for what it is about
 * @property {boolean} isFileLocal whether one file by itself can show it; the others are found by a link
 */

/** Every diagnostic of the compiler, by code. @type {readonly DiagnosticKind[]} */
// prettier-ignore
export const DIAGNOSTICS = Object.freeze([
\t${records.join('\n\t')}
]);
`;
}

/**
 * The functions that create the runtime's errors: `workerExited({ unit, exitCode }, { cause })`.
 *
 * @param {MessageEntry[]} entries
 * @returns {string} an ES module
 */
export function renderRuntimeCodes(entries) {
	return `${header(entries, '//')}
import { createError } from './lapidary-error.js';
${entries
	.map(
		(entry) => `
/**
 * ${summary(entry)}
 *
 * @param {${paramsType(entry)}} ${entry.params.length ? 'params' : '[_params]'}
 * @param {Parameters<typeof createError>[1]} [options] the cause, and own properties of the error
 * @returns {ReturnType<typeof createError>} to be thrown or to reject with
 */
export function ${functionName(entry.slug)}(${paramsPattern(entry)}, options) {
	return createError({ ${fields(entry, false)} }, options);
}
`,
	)
	.join('')}`;
}

/**
 * The functions that create diagnostics of the command line and of plugins: `unreadableFile({ path, reason }, { filename })`.
 *
 * @param {MessageEntry[]} entries
 * @returns {string} an ES module
 */
export function renderPlacedCodes(entries) {
	return `${header(entries, '//')}
import { createDiagnostic } from './create-diagnostic.js';
${entries
	.map(
		(entry) => `
/**
 * ${summary(entry)}
 *
 * @param {${paramsType(entry)}} ${entry.params.length ? 'params' : '[_params]'}
 * @param {Parameters<typeof createDiagnostic>[1]} [place] the file and the range it is about
 * @returns {ReturnType<typeof createDiagnostic>}
 */
export function ${functionName(entry.slug)}(${paramsPattern(entry)}, place) {
	return createDiagnostic({ ${fields(entry, true)} }, place);
}
`,
	)
	.join('')}`;
}

/**
 * Every entry as data, for `lapidary explain LP2003`.
 *
 * @param {MessageEntry[]} entries
 * @returns {string} an ES module
 */
export function renderCatalogue(entries) {
	const records = entries.map(
		({ code, slug, kind, severity, since, message, prose, help, examples }) =>
			`[${JSON.stringify(code)}, ${JSON.stringify({ code, slug, kind, severity, since, message, prose, help, examples })}],`,
	);
	return `${header(entries, '//')}

/**
 * @typedef {object} CatalogueEntry
 * @property {string} code
 * @property {string} slug
 * @property {string} kind unsafe, unsupported, costly, misuse or internal
 * @property {string} severity error, warning or note
 * @property {string} since the version that introduced the code
 * @property {string} message with its \`%placeholder%\`s
 * @property {string} prose Markdown
 * @property {string} help with its \`%placeholder%\`s
 * @property {{ verdict: string, language: string, file: string, cjs: boolean, code: string }[]} examples
 */

/**
 * Every code that Lapidary reports, by code.
 *
 * @type {ReadonlyMap<string, CatalogueEntry>}
 */
export const catalogue = new Map([${records.join('\n')}]);
`;
}

/**
 * The reference page: an index, then every message in full.
 *
 * @param {MessageEntry[]} entries
 * @returns {string} Markdown
 */
export function renderReference(entries) {
	const families = FAMILIES.map((family) => ({
		title: family.title,
		entries: entries.filter(({ file }) => familyOfFile(file) === family),
	})).filter((family) => family.entries.length > 0);
	return `<!-- generated by scripts/generate-messages.js from packages/*/messages/*.md; do not edit -->

# Diagnostics

Every code that Lapidary reports. \`lapidary explain LP2003\` prints the same text. What a kind means:

- **unsafe**: run on the pool, the function would not compute what the source says. An error; under \`'use try_cpu_bound'\`
  a note, and the function stays on the calling thread.
- **unsupported**: a correct program that cannot be lowered yet. As for unsafe.
- **costly**: the same results, with a cost or a surprise to know about. A warning or a note.
- **misuse**: an annotation or an option that does not do what it seems to. An error, or a warning.

Each example is run by the tests: a *wrong* one yields its code and no other, a *right* one yields nothing.

| code | name | kind | severity |
| --- | --- | --- | --- |
${families.map((family) => family.entries.map(renderRow).join('\n')).join('\n')}
${families
	.map((family) => `\n## ${family.title}\n${family.entries.map(renderSection).join('')}`)
	.join('')}`;
}

/**
 * @param {MessageEntry} entry
 * @returns {string}
 */
function renderRow({ code, slug, kind, severity }) {
	return `| [${code}](#${anchor(code, slug)}) | ${slug} | ${kind} | ${severity} |`;
}

/**
 * @param {MessageEntry} entry
 * @returns {string}
 */
function renderSection(entry) {
	const examples = entry.examples.map(({ verdict, language, file, cjs, code }) => {
		const name = file === `input.${language}` ? '' : `, \`${file}\``;
		const label = `${verdict === 'wrong' ? 'Wrong' : 'Right'}${name}${cjs ? ', CommonJS' : ''}:`;
		return `${label}\n\n\`\`\`${language}\n${code}\`\`\`\n`;
	});
	return `
### ${entry.code} ${entry.slug}

${entry.kind} · ${entry.severity} · since ${entry.since}

> ${displayed(entry.message)}

${entry.prose}

**Help:** ${displayed(entry.help)}

${examples.join('\n')}`;
}

/**
 * @param {string} code
 * @param {string} slug
 * @returns {string} the anchor GitHub gives the heading
 */
function anchor(code, slug) {
	return `${code.toLowerCase()}-${slug}`;
}

/**
 * @param {string} text with placeholders
 * @returns {string} with `<name>` in their place when quoted as code, `*name*` else
 */
function displayed(text) {
	return text
		.split('\`')
		.map((part, index) => part.replace(/%(\w+)%/g, index % 2 === 1 ? '<$1>' : '*$1*'))
		.join('\`');
}

/**
 * @param {MessageEntry[]} entries
 * @param {string} comment how a comment starts
 * @returns {string} the first line of a generated file
 */
function header(entries, comment) {
	const files = [...new Set(entries.map(({ file }) => file.replace(/[^/]+$/, '*.md')))];
	return `${comment} generated by scripts/generate-messages.js from ${files.join(', ')}; do not edit\n`;
}

/**
 * @param {MessageEntry} entry
 * @returns {string}
 */
function summary({ code, slug, message }) {
	return `${code} ${slug}: ${message.replaceAll('*/', '*\\/')}`;
}

/**
 * @param {MessageEntry} entry
 * @returns {string} a type for the object of placeholder values
 */
function paramsType({ params }) {
	if (params.length === 0) return '{}';
	return `{ ${params.map((name) => `${name}: string | number`).join(', ')} }`;
}

/**
 * @param {MessageEntry} entry
 * @returns {string} the parameter of the object of placeholder values
 */
function paramsPattern({ params }) {
	return params.length === 0 ? '_params = {}' : `{ ${params.join(', ')} }`;
}

/**
 * @param {MessageEntry} entry
 * @param {boolean} classified whether kind and severity are among the fields
 * @returns {string} the fields of a record, without braces
 */
function fields({ code, slug, kind, severity, message, help }, classified) {
	const classification = classified ? `kind: '${kind}', severity: '${severity}', ` : '';
	return `code: '${code}', slug: '${slug}', ${classification}message: ${text(message)}, help: ${text(help)}`;
}

/**
 * @param {string} template with placeholders
 * @returns {string} an expression that fills them
 */
function text(template) {
	if (!/%\w+%/.test(template)) return JSON.stringify(template);
	const escaped = template.replace(/[\\`]|\$\{/g, (special) => `\\${special}`);
	return `\`${escaped.replace(/%(\w+)%/g, (_, name) => `\${${name}}`)}\``;
}
