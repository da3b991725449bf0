/** @import { Benchmark } from '../benchmarks.js' */
/** @import { Machine } from './machine.js' */

/**
 * @param {Benchmark} benchmark
 * @param {Machine} machine that it ran on
 * @param {string} machineName for file names
 * @returns {string} of its report and chart, without their endings
 */
export function keptName({ name, isPerNode = false }, { date, node }, machineName) {
	const suffix = isPerNode ? `-node-${/\d+/.exec(node)}` : '';
	return `${date.slice(0, '2000-01-01'.length)}-${machineName}-${name}${suffix}`;
}

/**
 * @param {string} markdown
 * @param {Map<string, string>} names of files without their endings: those that it links to, and those that they get
 * @returns {string}
 */
export function withKeptLinks(markdown, names) {
	return markdown.replace(/\]\(([\w-]+)\.(md|svg)\)/g, (link, name, ending) => {
		const kept = names.get(name);
		return kept ? `](${kept}.${ending})` : link;
	});
}
