/** @import { Files, Project } from './detect.js' */
/** @import { ToolPlan } from './tools.js' */
import { detectProject, hasPackage } from './detect.js';
import { editConfig } from './edit-config.js';
import { setEntry } from './edit-manifest.js';
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
 * @throws {SyntaxError} when package.json is no JSON
 */
export function planInit(files, version) {
	const manifestText = files.read('package.json') ?? '';
	const manifest = Object(JSON.parse(manifestText.replace(/^\ufeff/, '')));
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
	if (!hasPackage(manifest, RUNTIME)) text = setEntry(text, 'dependencies', RUNTIME, `^${version}`);
	const scripts = planScripts(project);
	for (const [name, command] of scripts.entries) text = setEntry(text, 'scripts', name, command);
	texts.set('package.json', text);
	left.push(...scripts.left, ...findOldResolution(files));
	const changes = [...texts].flatMap(([path, after]) => {
		const before = files.read(path);
		return before === after ? [] : [{ path, before, after }];
	});
	return { changes, left, project };
}

/**
 * @param {Project} project
 * @returns {ToolPlan[]} in the order in which files are edited
 */
function planTools(project) {
	const { bundlers, jest, vitest } = project;
	const plans = bundlers.map((tool) => planBundler(tool, project));
	const vite = plans[bundlers.findIndex(({ name }) => name === 'vite')];
	if (jest) plans.push(planJest(jest, project));
	if (vitest) plans.push(planVitest(vitest, project, vite && (vite.config ?? vite.freshName)));
	return plans;
}

/**
 * @param {ToolPlan} tool
 * @param {(path: string) => string | undefined} read
 * @returns {{ path: string, text: string } | Left}
 */
function editTool({ config, edit, fresh, freshName, byHand }, read) {
	if (byHand) return byHand;
	const path = config ?? freshName;
	const lines = linesOf(edit);
	if (path === 'package.json') return { path, reason: 'it configures Jest itself', lines };
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
