import { z } from 'zod';

const Row = z.object({
	name: z.string().min(3),
	age: z.number().int().positive().optional(),
	tags: z.array(z.string()).default([]),
});

export async function run(row) {
	'use cpu_bound';
	const r = Row.safeParse(row);
	return r.success ? r.data : r.error.issues.map((i) => i.path.join('.') + ': ' + i.message);
}

for (const row of [
	{ name: 'Anna', age: 3 },
	{ name: 'A', age: -3 },
])
	console.log(JSON.stringify(await run(row)));
