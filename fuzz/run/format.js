/** @import { Call, Program } from '../generate/program.js' */
import prettier from 'prettier';
import { sourcesOf } from './explore.js';

/**
 * @param {Program} program
 * @returns {Promise<Map<string, string>>} name → source, laid out as a person would
 */
export async function formatSources(program) {
	const formatted = new Map();
	for (const [name, text] of sourcesOf(program)) {
		const parser = name.endsWith('.ts') ? 'typescript' : 'babel';
		const options = { parser, useTabs: true, singleQuote: true, printWidth: 100 };
		// Blank lines are where statements have gone.
		const short = text.replace(/\n\s*\n/g, '\n');
		// What is no program cannot be laid out.
		formatted.set(name, await prettier.format(short, options).catch(() => short));
	}
	return formatted;
}

/**
 * @param {readonly Call[]} calls
 * @param {string} title
 * @returns {Promise<string>} case.js of a fixture
 */
export function formatCase(calls, title) {
	const list = calls.map(callText).join(', ');
	const text = `export default { title: ${JSON.stringify(title)}, calls: [${list}] };`;
	return prettier.format(text, {
		parser: 'babel',
		useTabs: true,
		singleQuote: true,
		printWidth: 100,
	});
}

/** @param {Call} call @returns {string} */
function callText({ fn, args, then, callback }) {
	const fields = [
		...(fn === '' ? [] : [`fn: ${JSON.stringify(fn)}`]),
		...(args.length === 0 ? [] : [`args: [${args.map(({ text }) => text).join(', ')}]`]),
		...(callback === undefined ? [] : [`callback: ${callback}`]),
		...(then ? [`then: ${callText(then)}`] : []),
	];
	return `{ ${fields.join(', ')} }`;
}
