import MarkdownIt from 'markdown-it';

const upper = (md) => {
	md.core.ruler.push('upper', (state) => {
		for (const t of state.tokens)
			if (t.type === 'inline')
				t.children.forEach((c) => {
					c.content = c.content.toUpperCase();
				});
	});
};
const md = MarkdownIt().use(upper).enable(['table']);
md.set({ typographer: true });

export async function run(text) {
	'use cpu_bound';
	return md.render(text);
}

for (const text of ['# Hi **you** "quote"', '|a|b|\n|-|-|\n|c|d|'])
	console.log(JSON.stringify(await run(text)));
