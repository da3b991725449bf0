import moment from 'moment';

moment.updateLocale('en', { relativeTime: { d: 'one day!' } });
const start = moment.utc('2020-01-01');

export async function run(n) {
	'use cpu_bound';
	return [start.clone().add(n, 'days').format('YYYY-MM-DD'), moment.duration(1, 'day').humanize()];
}

for (const n of [4]) console.log(JSON.stringify(await run(n)));
