import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import customParse from 'dayjs/plugin/customParseFormat.js';

dayjs.extend(utc);
dayjs.extend(customParse);

export async function run(list) {
	'use cpu_bound';
	return list.map((one) => dayjs.utc(one, 'YYYY-MM-DD').add(1, 'month').format('DD.MM.YYYY'));
}

for (const list of [['2020-01-31', '2021-12-05']]) console.log(JSON.stringify(await run(list)));
