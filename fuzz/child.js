// A process that checks programs: asked by main.js for one range of seeds after the other. Which modules a program has
// evaluated is never forgotten by V8, so that a process is not used for ever.
/** @import { SceneOptions } from './generate/program.js' */
/** @import { Failure } from './run/chunk.js' */
import { checkRange } from './run/chunk.js';
import { shrinkFailure } from './run/explore.js';
import { formatCase, formatSources } from './run/format.js';
import { createPool } from './run/pool.js';
import { saveCase } from './run/save.js';

const BEAT_MS = 5000;

/** @typedef {{ from: number, count: number, poolEvery: number, shrink: boolean, save: boolean, isTraced?: boolean, scenes: SceneOptions }} Request `isTraced`: it says which program begins */

/**
 * @typedef {object} Report of a failure
 * @property {number} seed
 * @property {string} kind
 * @property {string} signature
 * @property {string} detail
 * @property {string[]} scenes of the program, before it was shrunk
 * @property {string} text the program, shrunk
 * @property {string} [saved] the folder it was written to
 */

// A call that nobody waits for yet may fail: that is part of what is compared.
process.on('unhandledRejection', () => {});

process.on('message', async (/** @type {Request} */ request) => {
	const beat = setInterval(() => process.send?.({ kind: 'alive' }), BEAT_MS);
	const figures = await checkRange(request, {
		onBegin: (seed) => request.isTraced && process.send?.({ kind: 'begins', seed }),
		onFailure: async (failure) => {
			process.send?.({ kind: 'failure', report: await describe(failure, request) });
		},
	});
	clearInterval(beat);
	process.send?.({ kind: 'done', figures });
});

/** @param {Failure} failure @param {Request} request @returns {Promise<Report>} */
async function describe({ seed, program, verdict, isPooled }, { shrink, save }) {
	const smallest = shrink
		? await shrunk({ seed, program, verdict, isPooled })
		: { program, verdict };
	const { kind, signature, detail } = smallest.verdict;
	const sources = await formatSources(smallest.program);
	const parts = [...sources].map(([name, text]) => `// ${name}\n${text}`);
	const calls = await formatCase(smallest.program.calls, 'a generated program');
	const scenes = [...program.features].filter((one) => one.startsWith('scene: '));
	const report = { seed, scenes, kind: isPooled ? `${kind} on a pool` : kind, signature, detail };
	const saved = save ? { saved: await saveCase(smallest.program, smallest.verdict) } : {};
	return { ...report, text: [...parts, `// case.js\n${calls}`].join('\n'), ...saved };
}

/** @param {Failure} failure */
async function shrunk({ program, verdict, isPooled }) {
	if (!isPooled) return shrinkFailure(program, verdict);
	const { runner, end } = createPool();
	try {
		return await shrinkFailure(program, verdict, { runner, limit: 300 });
	} finally {
		await end();
	}
}
