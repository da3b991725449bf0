/** @import { Contender, Samples } from './measure.js' */
/** @import { Plan } from './child.js' */
/** @import { WayName } from './ways/index.js' */
import { sumOf } from './answer.js';
import { makeFields } from './content.js';
import { timeContenders } from './measure.js';
import { openPools } from './pools.js';
import { openTeam } from './team.js';
import { WAYS } from './ways/index.js';

/**
 * A message of one size, of which more and more is read.
 *
 * @param {Plan} plan
 * @returns {Promise<{ counts: { count: number, samples: Samples }[] }>}
 */
export async function measureAccess(plan) {
	const content = makeFields();
	const teams = [];
	for (const way of /** @type {WayName[]} */ (Object.keys(WAYS))) {
		const body = WAYS[way].prepare(content, 'ReadOnly');
		teams.push({ way, body, team: await openTeam(way, 1) });
	}
	const pools = Object.entries(await openPools()).map(([key, pool]) => ({
		key,
		...pool,
		body: pool.prepare(content),
	}));
	const figures = [];
	for (const count of plan.counts) {
		/** @type {Contender[]} */
		const contenders = [
			...teams.map(({ way, body, team }) => ({
				key: way,
				run: () => readByTeam(team, { body, count }, sumOf(content, count)),
				close: team.close,
			})),
			...pools.map(({ key, call, close, body }) => ({
				key,
				async run() {
					expect(await call('readSome', body, count), sumOf(content, count));
					return 1;
				},
				close,
			})),
		];
		figures.push({ count, samples: await timeContenders(contenders, plan) });
	}
	for (const { team } of teams) await team.close();
	for (const { close } of pools) await close();
	return { counts: figures };
}

/**
 * @param {import('./team.js').Team} team
 * @param {{ body: any, count: number }} message
 * @param {number} sum
 */
async function readByTeam(team, { body, count }, sum) {
	const answer = team.collect(1);
	team.post(0, { kind: 'read', body, count });
	expect((await answer)[0].id, sum);
	return 1;
}

/** @param {number} actual @param {number} wanted */
function expect(actual, wanted) {
	if (actual !== wanted) throw new Error(`the sum is ${actual}, and should be ${wanted}`);
}
