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
/** Of how many cases a case is run with LAPIDARY_MODE=verify; `node fixtures/run.js` does it with all, which takes half as long again. */
const VERIFIED_OF = 5;
const limit = createLimit(CONCURRENCY);
const cases = chooseCases(await Promise.all(findCases(FIXTURES).map(readCase)), process.env);

describe.each([...new Set(cases.map(({ group }) => group))])('%s', (group) => {
	for (const fixture of cases.filter((each) => each.group === group)) {
		test.concurrent(fixture.name, async () => {
			const isVerified = cases.indexOf(fixture) % VERIFIED_OF === 0;
			const problems = await limit(() => checkCase(fixture, { update, isVerified }));
			if (problems.length > 0) throw new Error(problems.join('\n\n'));
		});
	}
});
