import i18next from 'i18next';

i18next.init({
	lng: 'en',
	initAsync: false,
	resources: { en: { translation: { hi: 'Hi {{n}}' } } },
});

export async function run(n) {
	'use cpu_bound';
	return i18next.t('hi', { n });
}

for (const n of ['x']) console.log(JSON.stringify(await run(n)));
