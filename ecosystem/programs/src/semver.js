import semver from 'semver';

const range = new semver.Range('^1.2');

export async function run(v) {
	'use cpu_bound';
	return [range.test(v), semver.satisfies(v, '>1'), semver.inc(v, 'minor')];
}

for (const v of ['1.3.0']) console.log(JSON.stringify(await run(v)));
