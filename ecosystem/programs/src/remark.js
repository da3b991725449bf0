import { remark } from 'remark';
import html from 'remark-html';
import gfm from 'remark-gfm';

const shout = () => (tree) => {
	tree.children.forEach((c) =>
		c.children?.forEach((t) => {
			if (t.value) t.value = t.value.toUpperCase();
		}),
	);
};
const processor = remark().use(gfm).use(shout).use(html);

export async function run(t) {
	'use cpu_bound';
	return String(await processor.process(t));
}

for (const t of ['# hi\n\n~~x~~']) console.log(JSON.stringify(await run(t)));
