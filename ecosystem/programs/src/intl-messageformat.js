import { IntlMessageFormat } from 'intl-messageformat';

const msg = new IntlMessageFormat('{n, plural, one {# row} other {# rows}}', 'en');

export async function run(n) {
	'use cpu_bound';
	return msg.format({ n });
}

for (const n of [1, 4]) console.log(JSON.stringify(await run(n)));
