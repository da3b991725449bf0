// A process that looks for a planted bug in lowered accesses; prints what it found as JSON. Names of bugs are its arguments.
import { checkProgram, explore, shrinkFailure } from './check.js';

/** Ways to spoil a worker module. @type {Record<string, (worker: string) => string>} */
const BUGS = {
	'an element is read beside its place': (worker) =>
		worker.replace(/(\$lp_v\d+\[[^\]]*) - (\$lp_o\d+)\]/g, '$1 - $2 + 1]'),
	'what does not fit is written': (worker) =>
		worker.replace(/&& \$lp_q\d+\((\$lp_u\d+)\)/g, '&& (true || $1)'),
	'facts are kept after a write that went the general way': (worker) =>
		worker.replace(
			/(= \$lp_u\d+), (?:\$lp_e\d+ = \$lp_h\d+\.n, )?(?:\{[^{}]*\} = \$lp_a\d+\.enter\(\w+\)(?:, )?)+/g,
			'$1, 0',
		),
	'a copy gets where its part belongs': (worker) => worker.replace(/\$lp_originals?\(/g, '('),
};

for (const name of process.argv.slice(2)) {
	const tamper = BUGS[name];
	for (let seed = 1; seed < 20_000; seed++) {
		const options = { tamper, isPlainToo: false };
		const { program, verdict } = explore(seed, options);
		if (verdict.kind !== 'differs') continue;
		if (checkProgram(program).kind !== 'same') continue;
		const smallest = await shrinkFailure(program, verdict, { ...options, limit: 1500 });
		const { kind, detail, source } = smallest.verdict;
		const untouched = checkProgram(smallest.program, { isPlainToo: false });
		console.log(JSON.stringify({ name, seed, source, kind, detail, untouched: untouched.kind }));
		break;
	}
}
