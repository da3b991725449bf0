/** @import { Project } from './detect.js' */
/** @import { Left } from './plan-init.js' */

/** Commands of Next.js that build with Turbopack unless they say otherwise. */
const MENTIONED = /\bnext (?:build|dev)\b/g;
/** The same, where it is certain that a shell runs them. */
const COMMAND = /(?<=^|[;&|]\s*)next (?:build|dev)\b/g;

/**
 * @param {Project} project
 * @returns {{ entries: [string, string][], left: Left[] }} scripts to set
 */
export function planScripts({ manifest, bundlers, hasTypes, sources }) {
	const scripts = Object(manifest.scripts);
	/** @type {[string, string][]} */
	const entries = [];
	const usesNext = bundlers.some(({ name }) => name === 'next');
	if (!scripts['lapidary:check'])
		entries.push(['lapidary:check', checkCommand({ usesNext, sources })]);
	if (usesNext) return planNext(scripts, entries);
	if (bundlers.length > 0 || !sources || scripts.build) return { entries, left: [] };
	entries.push([
		'build',
		`lapidary build ${sources} --out-dir dist${hasTypes ? ' --strip-types' : ''}`,
	]);
	return { entries, left: [] };
}

/** @param {{ usesNext: boolean, sources: string | undefined }} project @returns {string} */
function checkCommand({ usesNext, sources }) {
	if (usesNext) return 'lapidary check . --ignore ".next/**"';
	return `lapidary check ${sources ?? '.'}`;
}

/**
 * Turbopack has no plugins that could add worker modules: Next.js builds with webpack.
 *
 * @param {Record<string, string>} scripts
 * @param {[string, string][]} entries
 * @returns {{ entries: [string, string][], left: Left[] }}
 */
function planNext(scripts, entries) {
	/** @type {Left[]} */
	const left = [];
	for (const [name, command] of Object.entries(scripts)) {
		const count = command.match(MENTIONED)?.length ?? 0;
		if (count === 0 || / --webpack\b/.test(command)) continue;
		const isCertain = command.match(COMMAND)?.length === count && !/ --turbo/.test(command);
		if (isCertain) entries.push([name, command.replace(COMMAND, '$& --webpack')]);
		else {
			const rest = command.replace(/ --turbo(?:pack)?\b/g, '').replace(MENTIONED, '$& --webpack');
			const reason = `its script \`${name}\` may choose the bundler itself`;
			left.push({ path: 'package.json', reason, lines: [`"${name}": "${rest}"`] });
		}
	}
	return { entries, left };
}
