import { someOf } from '../../../scripts/some-of.js';
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
const cases = chooseCases(await Promise.all(findCases(FIXTURES).map(readCase)), process.env);
/**
 * A share compares what is emitted of all cases, and runs some: every 64th, or every twelfth where the runtime has to do something special:
 * where the texts are as expected, a program does what it did when they were written, unless the runtime has changed.
 */
const SPECIAL = ['calls', 'checks', 'gem', 'gem-access', 'source-map', 'bug'];
const RUN_OF = { special: 12, other: 64 };
const VERIFIED_OF = 64;
const isSpecial = (/** @type {{ group: string }} */ { group }) => SPECIAL.includes(group);
const runs = new Set([
	...someOf(cases.filter(isSpecial), RUN_OF.special),
	...someOf(
		cases.filter((each) => !isSpecial(each)),
		RUN_OF.other,
	),
]);
const verified = new Set(someOf(cases, VERIFIED_OF));
const limit = createLimit(CONCURRENCY);

describe.each([...new Set(cases.map(({ group }) => group))])('%s', (group) => {
	for (const fixture of cases.filter((each) => each.group === group)) {
		test.concurrent(fixture.name, async () => {
			// What is rewritten comes from runs.
			const isRun = update || runs.has(fixture);
			const options = { update, isRun, isVerified: verified.has(fixture) };
			const problems = await limit(() => checkCase(fixture, options));
			if (problems.length > 0) throw new Error(problems.join('\n\n'));
		});
	}
});
