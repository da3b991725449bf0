import MarkdownIt from 'markdown-it';

const md = new MarkdownIt({ html: false, linkify: true });
md.renderer.rules.strong_open = () => '<b class="s">';

export async function run(text) {
	'use cpu_bound';
	return md.render(text);
}

for (const text of ['# Hi **you** www.example.com', 'a\n\n* b\n* c'])
	console.log(JSON.stringify(await run(text)));
