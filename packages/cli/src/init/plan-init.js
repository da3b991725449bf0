/** @import { Files, Project } from './detect.js' */
/** @import { ToolPlan } from './tools.js' */
import { detectProject, hasPackage } from './detect.js';
import { editConfig } from './edit-config.js';
import { removeEntry, setEntry } from './edit-manifest.js';
import { planScripts } from './scripts.js';
import { planBundler, planJest, planVitest } from './tools.js';
import { findOldResolution } from './tsconfig.js';

/** @typedef {{ path: string, before: string | undefined, after: string }} Change `before` is undefined for a new file */

/** A file that is for its owner to edit. @typedef {{ path: string, reason: string, lines: string[] }} Left */

/**
 * @typedef {object} InitPlan
 * @property {Change[]} changes
 * @property {Left[]} left
 * @property {Project} project
 */

const RUNTIME = '@lapidary/runtime';

/**
 * Plan what a project needs in order to use Lapidary. Nothing is written.
 *
 * @param {Files} files
 * @param {string} version of the packages
 * @returns {InitPlan}
 * @throws {SyntaxError} when package.json is no JSON, or no object
 */
export function planInit(files, version) {
	const manifestText = files.read('package.json') ?? '';
	const manifest = JSON.parse(manifestText.replace(/^\ufeff/, ''));
	if (typeof manifest !== 'object' || manifest === null || Array.isArray(manifest))
		throw new SyntaxError(`it is ${JSON.stringify(manifest).slice(0, 40)}`);
	const project = detectProject(manifest, files);
	/** @type {Map<string, string>} what files will hold */
	const texts = new Map();
	const read = (/** @type {string} */ path) => texts.get(path) ?? files.read(path);
	/** @type {Left[]} */
	const left = [];
	const packages = new Set(['lapidary']);
	for (const tool of planTools(project)) {
		packages.add(tool.package);
		const edited = editTool(tool, read);
		if ('text' in edited) texts.set(edited.path, edited.text);
		else left.push(edited);
	}
	let text = manifestText;
	for (const name of packages)
		if (!hasPackage(manifest, name)) text = setEntry(text, 'devDependencies', name, `^${version}`);
	const runtime = planRuntime(project, version);
	if (runtime.version) {
		text = removeEntry(text, 'devDependencies', RUNTIME);
		text = setEntry(text, 'dependencies', RUNTIME, runtime.version);
	}
	const scripts = planScripts(project);
	for (const [name, command] of scripts.entries) text = setEntry(text, 'scripts', name, command);
	texts.set('package.json', text);
	left.push(...runtime.left, ...scripts.left, ...findOldResolution(files));
	const changes = [...texts].flatMap(([path, after]) => {
		const before = files.read(path);
		return before === after ? [] : [{ path, before, after }];
	});
	return { changes, left, project };
}

/**
 * Lowered programs import the runtime wherever they run, where tools for development may be missing.
 *
 * @param {Project} project
 * @param {string} version of the packages
 * @returns {{ version?: string, left: Left[] }} `version`: to be set among the dependencies
 */
function planRuntime({ manifest, isWorkspace, sources }, version) {
	const { dependencies, peerDependencies, devDependencies } = manifest;
	if ([dependencies, peerDependencies].some((one) => Object.hasOwn(Object(one), RUNTIME)))
		return { left: [] };
	if (!isWorkspace || sources)
		return { version: Object(devDependencies)[RUNTIME] ?? `^${version}`, left: [] };
	const reason = 'each package of the workspace that has annotated functions needs the runtime';
	const lines = [`"dependencies": { "${RUNTIME}": "^${version}" }`];
	return { left: [{ path: 'package.json', reason, lines }] };
}

/**
 * @param {Project} project
 * @returns {ToolPlan[]} in the order in which files are edited
 */
function planTools(project) {
	const { bundlers, jest, vitest } = project;
	const plans = bundlers.map((tool) => planBundler(tool, project));
	const vite = plans[bundlers.findIndex(({ name }) => name === 'vite')];
	if (jest && !hasOwnTransform(project.manifest)) plans.push(planJest(jest, project));
	if (vitest) plans.push(planVitest(vitest, project, vite && (vite.config ?? vite.freshName)));
	return plans;
}

/** @param {Record<string, any>} manifest @returns {boolean} whether it has what a project's owner writes into it */
const hasOwnTransform = ({ jest }) =>
	JSON.stringify(Object(jest)).includes('@lapidary/compiler/jest');

/**
 * @param {ToolPlan} tool
 * @param {(path: string) => string | undefined} read
 * @returns {{ path: string, text: string } | Left}
 */
function editTool({ config, edit, fresh, freshName, byHand }, read) {
	if (byHand) return byHand;
	const path = config ?? freshName;
	const lines = linesOf(edit);
	const source = read(path);
	if (source === undefined)
		return fresh ? { path, text: fresh } : { path, reason: 'there is no such file', lines };
	const edited = editConfig(source, edit);
	return 'text' in edited ? { path, text: edited.text } : { path, reason: edited.reason, lines };
}

/**
 * @param {ToolPlan['edit']} edit
 * @returns {string[]} what somebody has to write
 */
function linesOf({ module, name = 'lapidary', wish, isWrapper }) {
	if (!wish || isWrapper)
		return [`import { ${name} } from '${module}';`, `export default ${name}(config);`];
	const property = wish.value ?? [`${wish.property}: [${wish.element}],`];
	const lines = property.map((line) => line.replaceAll('\t', '  '));
	return module ? [`import ${name} from '${module}';`, ...lines] : lines;
}
