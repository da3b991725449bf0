import * as cheerio from 'cheerio';

const $ = cheerio.load('<ul><li>a</li><li>b</li></ul>');

export async function run(t) {
	'use cpu_bound';
	return [$('li').length, cheerio.load(t)('b').text()];
}

for (const t of ['<b>x</b>']) console.log(JSON.stringify(await run(t)));
