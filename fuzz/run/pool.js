/** @import { Runner } from './check.js' */
import { createRequire } from 'node:module';
import {
	appendFileSync,
	mkdirSync,
	mkdtempSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { close, configure } from '../../packages/runtime/src/index.js';
import { perform } from './perform.js';

const RUNTIME = fileURLToPath(new URL('../../packages/runtime', import.meta.url));
const UNLIMITED = new URL('unlimited-checks.js', import.meta.url).href;

/**
 * Programs on the threads of a real pool, in this process: slower, but nothing is simulated. Until it ends, no other
 * program runs.
 *
 * @returns {{ runner: Runner, refresh: () => Promise<void>, end: () => Promise<void> }} `refresh`: the next program starts
 *   threads of its own; `end`: when no more programs follow
 */
export function createPool() {
	const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'lapidary-fuzz-')));
	mkdirSync(path.join(folder, 'node_modules', '@lapidary'), { recursive: true });
	symlinkSync(RUNTIME, path.join(folder, 'node_modules', '@lapidary', 'runtime'), 'dir');
	writeFileSync(path.join(folder, 'package.json'), '{ "name": "demo", "type": "module" }');
	configure({ mode: 'pool', threads: 2 });
	let count = 0;
	return {
		runner: async ({ lowered: files, workers }, calls, lines) => {
			const place = path.join(folder, `p${count++}`);
			mkdirSync(place);
			for (const [name, text] of files) writeFileSync(path.join(place, name), text);
			for (const name of workers) appendFileSync(path.join(place, name), unlimited(name));
			const [main] = files.keys();
			const file = path.join(place, String(main));
			let ran = 0;
			const onCall = () => void ran++;
			subscribe('lapidary:call:start', onCall);
			const outcome = await withOutput(() => perform(() => loadFrom(file), calls, lines));
			unsubscribe('lapidary:call:start', onCall);
			return { outcome, ran };
		},
		refresh: async () => {
			// A call that hangs is what has been found.
			await close({ force: true });
			configure({ mode: 'pool', threads: 2 });
		},
		end: async () => {
			await close({ force: true });
			configure({ mode: 'inline' });
			rmSync(folder, { recursive: true });
		},
	};
}

/** @param {string} name of a worker module @returns {string} a statement at its end, which moves no line */
const unlimited = (name) =>
	name.endsWith('.cjs') ? `\nimport('${UNLIMITED}');` : `\nimport '${UNLIMITED}';`;

/**
 * @param {string} file
 * @returns {Promise<Record<string, any>>} its exports, all of them: of CommonJS, `import` finds those whose names it can read in the text
 */
async function loadFrom(file) {
	if (!file.endsWith('.cjs')) return import(pathToFileURL(file).href);
	const exported = createRequire(file)(file);
	return { ...exported, default: exported };
}

/**
 * Take what threads print, which arrives at the output of the process.
 *
 * @param {() => Promise<import('./perform.js').Outcome>} run
 * @returns {Promise<import('./perform.js').Outcome>}
 */
async function withOutput(run) {
	const own = process.stdout.write;
	let text = '';
	process.stdout.write = /** @type {any} */ (
		(
			/** @type {string | Uint8Array} */ chunk,
			/** @type {any} */ encoding,
			/** @type {any} */ done,
		) => {
			text += String(chunk);
			(typeof encoding === 'function' ? encoding : done)?.();
			return true;
		}
	);
	try {
		const outcome = await run();
		await new Promise((resolve) => setImmediate(resolve));
		return { ...outcome, printed: [...outcome.printed, ...text.split('\n').slice(0, -1)] };
	} finally {
		process.stdout.write = own;
	}
}
