/** @import { MessageEntry } from './entry.js' */
import { functionName } from './entry.js';
import { familyOfFile } from './families.js';
import { placeholders } from './parse-messages.js';

const LONGEST_EXAMPLE = 20;
const BLAMING_WORDS = /\b(invalid|illegal|please)\b/i;

/**
 * What each kind may be: an unsafe program is never let through, a costly one always is.
 *
 * @type {Record<string, readonly string[]>}
 */
const SEVERITIES_OF_KIND = {
	unsafe: ['error'],
	unsupported: ['error'],
	costly: ['warning', 'note'],
	misuse: ['error', 'warning'],
	internal: ['error'],
};

/**
 * Find what is wrong with a set of entries, within each and between them.
 *
 * @param {MessageEntry[]} entries of all families
 * @returns {string[]} `file:line: code: problem`, empty when all is well
 */
export function checkMessages(entries) {
	const problems = entries.flatMap((entry) =>
		checkEntry(entry).map((problem) => `${entry.file}:${entry.line}: ${entry.code}: ${problem}`),
	);
	return [
		...problems,
		...repeated(entries, 'code', ({ code }) => code),
		...repeated(entries, 'name', ({ slug }) => functionName(slug)),
	];
}

/**
 * @param {MessageEntry} entry
 * @returns {string[]}
 */
function checkEntry(entry) {
	const family = familyOfFile(entry.file);
	const severities = SEVERITIES_OF_KIND[entry.kind];
	const texts = `${entry.message}\n${entry.prose}\n${entry.help}`;
	const verdicts = entry.examples.map(({ verdict }) => verdict);
	const checks = [
		!family && `${entry.file} belongs to no family of codes`,
		family &&
			entry.code[2] !== family.digit &&
			`${family.title} codes start with LP${family.digit}`,
		!severities &&
			`unknown kind \`${entry.kind}\`; known: ${Object.keys(SEVERITIES_OF_KIND).join(', ')}`,
		severities &&
			!severities.includes(entry.severity) &&
			`the severity of the kind \`${entry.kind}\` is ${severities.join(' or ')}`,
		!entry.prose && 'the prose that says why it matters is missing',
		BLAMING_WORDS.test(texts) &&
			`do not write "${BLAMING_WORDS.exec(texts)?.[1]}": say what, why and fix`,
		/[.]$/.test(entry.message) && 'the message ends without a full stop',
		!verdicts.includes('wrong') && 'a `wrong` example is missing',
		!verdicts.includes('right') && 'a `right` example is missing',
		...checkPlaceholders(entry),
		...entry.examples.map(
			({ code }) =>
				code.trimEnd().split('\n').length > LONGEST_EXAMPLE &&
				`an example has more than ${LONGEST_EXAMPLE} lines`,
		),
	];
	return checks.filter((problem) => typeof problem === 'string');
}

/**
 * @param {MessageEntry} entry
 * @returns {string[]}
 */
function checkPlaceholders(entry) {
	const problems = entry.params
		.filter((name) => !/^[a-z][a-zA-Z]*$/.test(name))
		.map((name) => `the placeholder \`%${name}%\` is not a camelCase name`);
	for (const text of [entry.message, entry.help]) {
		if (text.replace(/%\w+%/g, '').includes('%')) problems.push(`a lone % in "${text}"`);
	}
	for (const name of placeholders(entry.prose)) {
		problems.push(`\`%${name}%\` is in the prose, where nothing fills it`);
	}
	return problems;
}

/**
 * @param {MessageEntry[]} entries
 * @param {string} what
 * @param {(entry: MessageEntry) => string} key
 * @returns {string[]}
 */
function repeated(entries, what, key) {
	/** @type {Map<string, MessageEntry>} */
	const first = new Map();
	const problems = [];
	for (const entry of entries) {
		const earlier = first.get(key(entry));
		if (!earlier) first.set(key(entry), entry);
		else {
			const place = `${earlier.file}:${earlier.line}`;
			problems.push(`${entry.file}:${entry.line}: ${entry.code}: the ${what} is taken at ${place}`);
		}
	}
	return problems;
}
