import { resolveFormat } from '../explain/explain-format.js';
import { findCode, formatCode } from '../explain/explain-code.js';
import { explainFile } from '../explain/explain-file.js';
import { formatExplanation } from '../explain/format-explanation.js';
import { exitStatus } from '../diagnostics/command-failure.js';
import { hasColour } from '../output/colour.js';
import { formatPretty } from '../output/pretty.js';

/**
 * `lapidary explain`: show what becomes of a file, or what a code means.
 *
 * @param {string} what 'score.js', 'score.js#score', 'score.js:12' or 'LP2003'
 * @param {Record<string, unknown>} given options of the command line
 * @returns {Promise<number>} the exit status
 * @throws {import('../diagnostics/command-failure.js').CommandFailure} when there is nothing to explain
 */
export async function explain(what, given) {
	const format = resolveFormat(given);
	if (/^LP\d+$/i.test(what)) {
		const entry = findCode(what);
		print(format === 'json' ? toJson(entry) : formatCode(entry));
		return 0;
	}
	const explanation = await explainFile(what);
	const { diagnostics } = explanation;
	if (format === 'json') print(toJson(explanation));
	else {
		print(formatExplanation(explanation));
		process.stderr.write(formatPretty(diagnostics, { color: hasColour(process.stderr) }));
	}
	return exitStatus(diagnostics);
}

/** @param {string} text */
function print(text) {
	process.stdout.write(text);
}

/**
 * @param {object} value
 * @returns {string} ends with a line break
 */
function toJson(value) {
	return `${JSON.stringify({ version: 1, ...value }, null, '\t')}\n`;
}
