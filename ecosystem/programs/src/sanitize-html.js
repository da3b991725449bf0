import sanitize from 'sanitize-html';

const options = {
	allowedTags: sanitize.defaults.allowedTags.concat(['img']),
	transformTags: { b: sanitize.simpleTransform('strong', { class: 'x' }) },
};

export async function run(t) {
	'use cpu_bound';
	return sanitize(t, options);
}

for (const t of ['<b>x</b><script>1</script><img src="a.png">'])
	console.log(JSON.stringify(await run(t)));
