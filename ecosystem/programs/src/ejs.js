import ejs from 'ejs';

const template = ejs.compile('<% rows.forEach((r) => { %><li><%= r %></li><% }) %>');

export async function run(rows) {
	'use cpu_bound';
	return template({ rows });
}

for (const rows of [['a', '<b>']]) console.log(JSON.stringify(await run(rows)));
