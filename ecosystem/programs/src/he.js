import he from 'he';

he.encode.options.useNamedReferences = true;

export async function run(t) {
	'use cpu_bound';
	return he.encode(t);
}

for (const t of ['<ü>']) console.log(JSON.stringify(await run(t)));
