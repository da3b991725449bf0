import showdown from 'showdown';

showdown.setOption('tables', true);
const converter = new showdown.Converter({ strikethrough: true });

export async function run(t) {
	'use cpu_bound';
	return converter.makeHtml(t);
}

for (const t of ['~~x~~ **y**']) console.log(JSON.stringify(await run(t)));
