import { Marked } from 'marked';

const marked = new Marked({
	gfm: true,
	renderer: {
		strong({ text }) {
			return '<b>' + text + '</b>';
		},
	},
});

export async function run(t) {
	'use cpu_bound';
	return marked.parse(t);
}

for (const t of ['**x** y', '- a\n- b']) console.log(JSON.stringify(await run(t)));
