import nlp from 'compromise';

nlp.addWords({ zorb: 'Noun' });

export async function run(t) {
	'use cpu_bound';
	return nlp(t).nouns().out('array');
}

for (const t of ['the zorb sees a dog']) console.log(JSON.stringify(await run(t)));
