import {
	checkCase,
	chooseCases,
	CONCURRENCY,
	createLimit,
	findCases,
	FIXTURES,
	mayUpdate,
	readCase,
} from '../../../fixtures/run.js';

const update = mayUpdate(process.env);
const limit = createLimit(CONCURRENCY);
const cases = chooseCases(await Promise.all(findCases(FIXTURES).map(readCase)), process.env);

describe.each([...new Set(cases.map(({ group }) => group))])('%s', (group) => {
	for (const fixture of cases.filter((each) => each.group === group)) {
		test.concurrent(fixture.name, async () => {
			const problems = await limit(() => checkCase(fixture, { update }));
			if (problems.length > 0) throw new Error(problems.join('\n\n'));
		});
	}
});
