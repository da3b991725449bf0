import { close, configure } from '@lapidary/runtime';

export const SOURCE = new URL('./src/', import.meta.url);
export const LOWERED = new URL('../../.out/papers/programs/', import.meta.url);

/**
 * The lowered program, on data that are in GEMs already, and with GEMs that are made for each run.
 *
 * @param {{ name: string, content: any[], parts: number }} job
 */
export async function openLowered({ name, content, parts }) {
	configure({ threads: parts });
	const { share, run } = await import(new URL(`${name}.js`, LOWERED).href);
	const there = share(content, parts);
	return {
		gem: { run: () => run(there, parts), close },
		gemNew: {
			async run() {
				const shared = share(content, parts);
				const result = await run(shared, parts);
				shared.release();
				return result;
			},
			close: async () => {},
		},
	};
}
