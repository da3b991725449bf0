/** @import { Team } from './team.js' */

/**
 * @typedef {object} Topology who sends to whom; a run is one turn of it
 * @property {(team: Team, body: any, load: { bytes: number, isShared: boolean }) => Promise<{ body: any, messages: number, ids: number[] }>} run
 *   `messages`: by how many its time is divided; `ids`: what workers have read
 * @property {'Owned' | 'ReadOnly'} policy of the GEM
 */

/** There and back, to one worker. @type {Topology} */
const ping = {
	policy: 'Owned',
	async run(team, body) {
		const back = team.collect(1);
		team.post(0, { kind: 'trip', body });
		const [answer] = await back;
		return { body: answer.body, messages: 1, ids: [answer.id] };
	},
};

/** There and back, to one worker after the other. @type {Topology} */
const ring = {
	policy: 'Owned',
	async run(team, body) {
		const ids = [];
		for (let index = 0; index < team.size; index++) {
			const back = team.collect(1);
			team.post(index, { kind: 'trip', body });
			const [answer] = await back;
			body = answer.body;
			ids.push(answer.id);
		}
		return { body, messages: team.size, ids };
	},
};

/** To all workers at once; each says what it has read. @type {Topology} */
const multicast = {
	policy: 'ReadOnly',
	async run(team, body) {
		const answers = team.collect(team.size);
		for (let index = 0; index < team.size; index++) team.post(index, { kind: 'deliver', body });
		return { body, messages: team.size, ids: (await answers).map(({ id }) => id) };
	},
};

/** How often a message of Dispatch is sent on in a run; `copies`: of large ones, which take so long that what a run takes besides does not show. */
const HOPS = { most: 10, copies: 2 };
/** Bytes: from here on copies take long. */
const LARGE = 1_000_000;

/** From each worker to a random other one, and on from there. @type {Topology} */
const dispatch = {
	policy: 'ReadOnly',
	async run(team, body, { bytes, isShared }) {
		const hops = isShared || bytes < LARGE ? HOPS.most : HOPS.copies;
		const ends = team.collect(team.size);
		for (let index = 0; index < team.size; index++) team.post(index, { kind: 'go', hops, bytes });
		return { body, messages: team.size * hops, ids: (await ends).map(({ id }) => id) };
	},
};

/** @type {Record<'ping' | 'ring' | 'multicast' | 'dispatch', Topology>} */
export const TOPOLOGIES = { ping, ring, multicast, dispatch };

/** @typedef {keyof typeof TOPOLOGIES} TopologyName */
