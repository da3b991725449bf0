import { DateTime, Settings, Duration } from 'luxon';

Settings.defaultZone = 'utc';
const base = DateTime.fromISO('2020-01-01');
const step = Duration.fromObject({ days: 3 });

export async function run(n) {
	'use cpu_bound';
	return base.plus({ days: n }).plus(step).toISODate();
}

for (const n of [4]) console.log(JSON.stringify(await run(n)));
