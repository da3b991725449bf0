// Random programs over GEMs: `npm run fuzz:gems -- --count 10000`. See ../README.md.
/** @import { GemProgram } from './program.js' */
/** @import { Verdict } from './check.js' */
import { parseArgs } from 'node:util';
import { print } from '../generate/tree.js';
import { explore, isFailure, shrinkFailure } from './check.js';

/** @typedef {{ seed: number, kind: string, signature: string, text: string }} Failure */

const { values } = parseArgs({
	options: {
		count: { type: 'string', default: '10000' },
		from: { type: 'string', default: '1' },
		seed: { type: 'string' },
		'no-shrink': { type: 'boolean', default: false },
		most: { type: 'string', default: '20' },
		'no-plain': { type: 'boolean', default: false },
		minutes: { type: 'string', default: 'Infinity' },
		json: { type: 'boolean', default: false },
		help: { type: 'boolean', short: 'h', default: false },
	},
});

if (values.help) {
	console.log(`Usage: npm run fuzz:gems -- [--count 10000] [--from 1] [--minutes Infinity] [--no-plain] [--no-shrink] [--most 20] [--json]

Random programs over GEMs, each as it is written and compiled, with GEMs around that must not change.
  --no-plain   not over plain objects as well
  --most       failures that are shrunk and shown

Examples:
  npm run fuzz:gems -- --minutes 10
  npm run fuzz:gems -- --seed 2000067`);
	process.exit(0);
}
const from = Number(values.seed ?? values.from);
const count = values.seed === undefined ? Number(values.count) : 1;
const options = { isPlainToo: !values['no-plain'] };

/** @type {Record<string, number>} */
const kinds = { same: 0, refused: 0, differs: 0, general: 0, guards: 0, crash: 0 };
/** @type {Failure[]} */
const failures = [];
let withSites = 0;
let sites = 0;
const end = performance.now() + 60_000 * Number(values.minutes);
let programs = 0;
for (let seed = from; seed < from + count && performance.now() < end; seed++) {
	programs++;
	const { program, verdict } = explore(seed, options);
	kinds[verdict.kind]++;
	if (verdict.sites > 0) withSites++;
	sites += verdict.sites;
	if (isFailure(verdict) && failures.length < Number(values.most)) {
		const shown = values['no-shrink']
			? { program, verdict }
			: await shrinkFailure(program, verdict, { ...options, limit: 600 });
		failures.push(failureOf(shown.program, shown.verdict));
		if (!values.json) console.log(`\n${failures.at(-1)?.text}`);
	}
	// Handles of GEMs that are gone are given up between programs.
	if (seed % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
}
const peakMB = Math.round(process.resourceUsage().maxRSS / 1000);
const summary = { programs, kinds, withSites, sites, peakMB, failures };
console.log(
	values.json
		? JSON.stringify(summary)
		: `\n${JSON.stringify({ ...summary, failures: failures.length })}`,
);
if (failures.length > 0) process.exitCode = 1;

/** @param {GemProgram} program @param {Verdict} verdict @returns {Failure} */
function failureOf(
	{ seed, files, documents, range, isSame },
	{ kind, signature, detail, source, worker },
) {
	const given = documents.map(({ policy, content }) => `${policy} ${content}`);
	const text = [
		`seed ${seed}: ${kind} ${signature}`,
		`g: ${given[0]}`,
		`h: ${isSame ? 'g again' : given[1]}; ${range.join(' to ')}`,
		source,
		`between calls: ${files[1] ? print(files[1].text) : 'nothing'}`,
		...(values.seed === undefined ? [] : [worker]),
		detail,
	].join('\n');
	return { seed, kind, signature, text };
}
