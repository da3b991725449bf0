import * as z from 'zod';

const trim = (s) => s.trim();
const Base = z.object({ id: z.coerce.number() });
const Item = Base.extend({ title: z.string().transform(trim), kind: z.enum(['a', 'b']) }).refine(
	(v) => v.id > 0,
	{ message: 'id' },
);

export async function run(rows) {
	'use cpu_bound';
	return rows
		.map((r) => Item.safeParse(r))
		.map((r) => (r.success ? r.data : r.error.issues.length));
}

for (const rows of [
	[
		{ id: '3', title: ' x ', kind: 'a' },
		{ id: '-1', title: '', kind: 'c' },
	],
])
	console.log(JSON.stringify(await run(rows)));
