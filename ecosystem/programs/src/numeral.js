import numeral from 'numeral';

numeral.register('locale', 'xx', {
	delimiters: { thousands: ' ', decimal: ',' },
	abbreviations: { thousand: 'k' },
	ordinal: () => '.',
	currency: { symbol: 'X' },
});
numeral.locale('xx');

export async function run(n) {
	'use cpu_bound';
	return numeral(n).format('0,0.00');
}

for (const n of [1234.5]) console.log(JSON.stringify(await run(n)));
