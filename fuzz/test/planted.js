// A process that looks for a planted bug; prints what it found as JSON. Names of bugs are its arguments.
import { configure } from '../../packages/runtime/src/index.js';
import { checkProgram, explore, shrinkFailure } from '../run/explore.js';
import { formatSources } from '../run/format.js';

/** Ways to spoil a worker module. @type {Record<string, (worker: string) => string>} */
const BUGS = {
	'a statement that fills something is left out': (worker) =>
		worker.replace(/^[\w$]+\.(?:push|set|add|unshift)\(.*\);$/m, ';'),
	'two captures are swapped': (worker) => worker.replace(/\(\[([\w$]+), ([\w$]+)/, '([$2, $1'),
	'a snapshot is not taken': (worker) => worker.replace(/^\t\t[\w$]+ = [\w$]+;$/m, ''),
	'a class of errors is not known': (worker) => worker.replace(/(\$lp_classes = ).*/, '$1{};'),
};

process.on('unhandledRejection', () => {});
configure({ mode: 'inline' });

for (const name of process.argv.slice(2)) {
	const tamper = BUGS[name];
	for (let seed = 1; ; seed++) {
		const { program, verdict } = await explore(seed, { tamper });
		if (verdict.kind !== 'differs') continue;
		if ((await checkProgram(program)).kind !== 'same') continue;
		const smallest = await shrinkFailure(program, verdict, { tamper });
		const sources = [...(await formatSources(smallest.program)).values()];
		const untouched = await checkProgram(smallest.program);
		const { kind, detail } = smallest.verdict;
		console.log(JSON.stringify({ name, seed, sources, kind, detail, untouched: untouched.kind }));
		break;
	}
}
