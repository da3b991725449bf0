import { marked } from 'marked';

marked.setOptions({ breaks: true });
marked.use({
	renderer: {
		em({ text }) {
			return '<i>' + text + '</i>';
		},
	},
});

export async function run(t) {
	'use cpu_bound';
	return marked.parse(t);
}

for (const t of ['*x*\ny']) console.log(JSON.stringify(await run(t)));
