import hljs from 'highlight.js/lib/core';
import js from 'highlight.js/lib/languages/javascript';

hljs.registerLanguage('js', js);
hljs.configure({ classPrefix: 'x-' });

export async function run(t) {
	'use cpu_bound';
	return hljs.highlight(t, { language: 'js' }).value;
}

for (const t of ['const a = () => 3;']) console.log(JSON.stringify(await run(t)));
