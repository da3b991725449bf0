/** @import { LoadedModule } from './loader.js' */
import { fileURLToPath } from 'node:url';

/** The query by which a stub names its worker module. */
const WORKER_QUERY = 'cpu_bound';

/**
 * @param {string} url
 * @returns {{ filename?: string, workerHash: string | null }} `filename`: undefined for what is no file; `workerHash`: of the
 *   worker module that is asked for, null when it is the host module
 */
export function locate(url) {
	if (!url.startsWith('file:')) return { workerHash: null };
	const parsed = new URL(url);
	const workerHash = parsed.searchParams.get(WORKER_QUERY);
	parsed.search = '';
	parsed.hash = '';
	return { filename: fileURLToPath(parsed), workerHash };
}

const RUN_COMMON_JS = new URL('./run-common-js.js', import.meta.url).href;

/**
 * A worker module as an ES module, which is what `import()` of a URL with a query makes of it.
 *
 * A CommonJS one is run as CommonJS, in sloppy mode unless it says otherwise, and its exports are passed on. What has types is
 * left to Node, as the host module is.
 *
 * @param {LoadedModule} workerModule
 * @param {string} filename of the source
 * @returns {{ format: 'module' | 'module-typescript', source: string }}
 */
export function toModule({ code, kind, isTyped }, filename) {
	const format = isTyped ? /** @type {const} */ (`${kind}-typescript`) : kind;
	if (format === 'module' || format === 'module-typescript') return { format, source: code };
	const source = [
		`import { runCommonJs } from ${JSON.stringify(RUN_COMMON_JS)};`,
		`const units = runCommonJs(${[code, filename, format].map((one) => JSON.stringify(one)).join(', ')});`,
		'export const { $lp_units, $lp_classes } = units;',
		'export default units;',
		'',
	].join('\n');
	return { format: 'module', source };
}
