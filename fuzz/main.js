// Random programs: `npm run fuzz -- --count 100000`. See README.md.
/** @import { ChildProcess } from 'node:child_process' */
/** @import { SceneOptions } from './generate/program.js' */
/** @import { Report } from './child.js' */
/** @import { Figures } from './run/figures.js' */
import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FEATURE_NAMES } from './run/features.js';
import { addFigures, noFigures } from './run/figures.js';

const CHILD = fileURLToPath(new URL('child.js', import.meta.url));
const CHUNK = 250;
/** Chunks that one process checks. */
const CHUNKS_PER_PROCESS = 12;
/**
 * How many of the programs the compiler may refuse though the generator did not foresee it: what a program loses when it is lowered
 * follows from several of its parts at times, and the compiler is on the careful side. Programs that do not even run as they are
 * written, the generator's mistakes, count with them. Each is shown.
 */
const CARE = 0.001;
/** A process that says nothing for so long has a program that does not end. */
const SILENCE_MS = 120_000;

/**
 * @typedef {object} Settings
 * @property {number} from first seed
 * @property {number} count
 * @property {number} jobs processes at a time
 * @property {number} poolEvery every so manieth program runs on a real pool as well; 0: none
 * @property {boolean} shrink
 * @property {boolean} save failures become cases of `fixtures/bug`
 * @property {boolean} json the last line is a record, and there is no progress
 * @property {SceneOptions} scenes
 * @property {boolean} features show how many lowered programs have what in them
 * @property {string} [out] a file for the record, written again and again on the way
 */

/** @typedef {Figures & { failures: Report[], seconds: number }} Summary */

/**
 * Check programs in processes of their own.
 *
 * @param {Settings} settings
 * @param {(summary: Summary) => void} onProgress
 * @returns {Promise<Summary>}
 */
export async function fuzz(settings, onProgress) {
	const startMs = performance.now();
	/** @type {Summary} */
	const summary = { ...noFigures(), failures: [], seconds: 0 };
	let next = settings.from;
	const end = settings.from + settings.count;
	const takeRange = () => {
		const from = next;
		next = Math.min(end, next + CHUNK);
		return { ...settings, from, count: next - from };
	};
	const work = async () => {
		while (next < end) {
			const checker = new Checker();
			for (let chunk = 0; chunk < CHUNKS_PER_PROCESS && next < end; chunk++) {
				await checker.check(takeRange(), ({ figures, failures }) => {
					addFigures(summary, figures);
					summary.failures.push(...failures);
					summary.seconds = (performance.now() - startMs) / 1000;
					onProgress(summary);
				});
			}
			checker.child.kill();
		}
	};
	await Promise.all(Array.from({ length: settings.jobs }, work));
	return summary;
}

/** Most of what a program leaves is garbage at once: with little room for it, a sixth of the time goes into collecting it. */
const FLAGS = ['--experimental-vm-modules', '--no-warnings', '--max-semi-space-size=64'];

/** @returns {ChildProcess} */
const startChild = () => fork(CHILD, { execArgv: FLAGS, serialization: 'json' });

/** @typedef {{ figures: Figures, failures: Report[] }} Answer */

/** @typedef {Omit<Settings, 'jobs' | 'json' | 'features' | 'out'>} Range */

/** Checks ranges of seeds in a process, and in another where a program does not end or takes the process along. */
class Checker {
	child = startChild();

	/** @param {Range} range @param {(answer: Answer) => void} onAnswer @returns {Promise<void>} */
	async check(range, onAnswer) {
		if (range.count === 0) return;
		const { from, count } = range;
		try {
			return onAnswer(await this.ask(range));
		} catch {
			// What shrinking tries may run for ever; a thread that ends while it starts may take the process along.
		}
		const unshrunk = { ...range, shrink: false };
		try {
			onAnswer(await this.ask({ ...unshrunk, isTraced: true }));
		} catch (error) {
			const { seed = from, message } = /** @type {Error & { seed?: number }} */ (error);
			const [kind, detail, text] = ['does not end', message, ''];
			const failure = { seed, kind, signature: kind, detail, scenes: [], text };
			onAnswer({ figures: { ...noFigures(), programs: 1 }, failures: [failure] });
			await this.check({ ...unshrunk, count: seed - from }, onAnswer);
			await this.check({ ...unshrunk, from: seed + 1, count: from + count - seed - 1 }, onAnswer);
		}
	}

	/**
	 * @param {Range & { isTraced?: boolean }} request
	 * @returns {Promise<Answer>} rejects when the process ends instead, or is heard of no more; the error has the seed of its last program
	 *   where the request is traced
	 */
	ask(request) {
		const { child } = this;
		return new Promise((resolve, reject) => {
			/** @type {Report[]} */
			const failures = [];
			/** @type {number | undefined} */
			let seed;
			const fail = (/** @type {string} */ what) => {
				stopListening();
				child.kill('SIGKILL');
				this.child = startChild();
				reject(Object.assign(new Error(`its process ${what}`), { seed }));
			};
			const onExit = (/** @type {number | null} */ code) => fail(`ended with ${code}`);
			const watch = setTimeout(() => fail('was busy for too long'), SILENCE_MS);
			const onMessage = (/** @type {any} */ message) => {
				watch.refresh();
				if (message.kind === 'failure') failures.push(message.report);
				if (message.kind === 'begins') ({ seed } = message);
				if (message.kind !== 'done') return;
				stopListening();
				resolve({ figures: message.figures, failures });
			};
			const stopListening = () => {
				clearTimeout(watch);
				child.off('exit', onExit).off('message', onMessage);
			};
			child.on('exit', onExit).on('message', onMessage);
			child.send(request);
		});
	}
}

const HELP = `Random programs, each run as it is written and lowered; both have to do the same.

npm run fuzz                                          100,000 programs
npm run fuzz -- --from 5000000 --count 3000           other seeds, fewer programs
npm run fuzz -- --seed 5000481                        one program, on a pool as well; shrunk when it fails
npm run fuzz -- --count 300 --only 'early aborts'     all programs have this scene
npm run fuzz -- --planted 'reason of a signal'        how soon planted bugs whose names have this are found

  --from N         first seed (1)
  --count N        how many programs (100000; with --planted at most, for each bug: 10000)
  --seed N         one program
  --jobs N         processes at a time (one for each core)
  --pool-every N   every so manieth program runs on a pool of threads as well (50; 0: none)
  --no-shrink      show failures as they were generated
  --save           write failures down as cases below fixtures/bug
  --only SCENE     all programs have this scene
  --scenes SHARE   the share of programs that have scenes (0.5)
  --features       show what occurred in lowered programs
  --out FILE       write figures and failures on the way
  --json           print a record, and no progress
  --planted        look for planted bugs; takes --from, --count and parts of their names

More: fuzz/README.md`;

/** @param {string[]} args @returns {Settings} */
function readSettings(args) {
	const { values } = parseArgs({
		args,
		options: {
			count: { type: 'string', default: '100000' },
			from: { type: 'string', default: '1' },
			seed: { type: 'string' },
			jobs: { type: 'string', default: String(os.availableParallelism()) },
			'pool-every': { type: 'string', default: '50' },
			'no-shrink': { type: 'boolean', default: false },
			save: { type: 'boolean', default: false },
			json: { type: 'boolean', default: false },
			features: { type: 'boolean', default: false },
			only: { type: 'string' },
			scenes: { type: 'string' },
			out: { type: 'string' },
		},
	});
	const { save, json, features, only, out } = values;
	const share = values.scenes === undefined ? undefined : Number(values.scenes);
	const scenes = { only, share };
	const shared = { shrink: !values['no-shrink'], save, json, features, scenes, out };
	if (values.seed !== undefined) {
		return { ...shared, from: Number(values.seed), count: 1, jobs: 1, poolEvery: 1 };
	}
	return {
		...shared,
		from: Number(values.from),
		count: Number(values.count),
		jobs: Number(values.jobs),
		poolEvery: Number(values['pool-every']),
	};
}

/** @param {Summary} summary @returns {string} */
function describeFigures({
	programs,
	lowered,
	refused,
	warned,
	checked,
	calls,
	pooled,
	codes,
	failures,
	seconds,
}) {
	const share = ((100 * lowered) / programs).toFixed(1);
	const why = Object.entries(codes)
		.sort(([, a], [, b]) => b - a)
		.map(([code, count]) => `${code} ${count}`);
	return [
		`${programs} programs in ${seconds.toFixed(1)} s (${(programs / seconds).toFixed(0)} a second)`,
		`${share} % lowered and run, ${calls} calls in workers, ${pooled} programs on a pool as well`,
		`${refused} refused as expected${why.length > 0 ? ` (${why.join(', ')})` : ''}`,
		`${warned} do something else, of which a warning tells; ${checked} do the same, and a check has told of a change`,
		`${failures.length} failures${failures.length > 0 ? `: ${failures.map(({ seed }) => seed).join(' ')}` : ''}`,
	].join('\n');
}

/**
 * @param {Summary} summary
 * @returns {boolean} a program differs, or more are refused than care explains (CARE)
 */
export function hasFailed({ programs, failures }) {
	const harmless = failures.filter(
		({ kind }) => kind === 'unexpected' || kind === 'invalid',
	).length;
	return failures.length > harmless || harmless > programs * CARE;
}

/** @param {Summary} summary @returns {string} a line for each feature */
function describeFeatures({ features, lowered }) {
	return FEATURE_NAMES.map((name) => {
		const count = features[name] ?? 0;
		return `${name.padEnd(40)} ${String(count).padStart(7)} ${((100 * count) / lowered).toFixed(1).padStart(5)} %`;
	}).join('\n');
}

/** @param {Report} report @returns {string} */
const describeReport = ({ seed, kind, scenes, detail, text, saved }) =>
	`--- seed ${seed}: ${kind} (${scenes.join(', ') || 'no scene'})\n${text}\n${detail}\n${saved ? `saved as ${saved}\n` : ''}`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	if (process.argv.some((one) => one === '--help' || one === '-h')) console.log(HELP);
	else if (process.argv.includes('--planted')) await runPlanted(process.argv.slice(2));
	else await runFuzz(readSettings(process.argv.slice(2)));
}

/** @param {string[]} args */
async function runPlanted(args) {
	const { values, positionals } = parseArgs({
		args,
		options: {
			planted: { type: 'boolean' },
			from: { type: 'string', default: '1' },
			count: { type: 'string', default: '10000' },
		},
		allowPositionals: true,
	});
	const { showPlanted } = await import('./planted/main.js');
	const isComplete = await showPlanted({
		from: values.from,
		most: values.count,
		only: positionals,
	});
	process.exitCode = isComplete ? 0 : 1;
}

/** @param {Settings} settings */
async function runFuzz(settings) {
	let shown = 0;
	const summary = await fuzz(settings, (soFar) => {
		const { programs, failures, seconds } = soFar;
		if (settings.out) writeFileSync(settings.out, JSON.stringify(soFar));
		if (settings.json) return;
		for (; shown < failures.length; shown++)
			console.log(describeReport(/** @type {Report} */ (failures[shown])));
		const rate = (programs / seconds).toFixed(0);
		console.error(
			`${programs} of ${settings.count}, ${rate} a second, ${failures.length} failures`,
		);
	});
	console.log(settings.json ? JSON.stringify(summary) : describeFigures(summary));
	if (settings.features) console.log(describeFeatures(summary));
	process.exitCode = hasFailed(summary) ? 1 : 0;
}
