/** @import { ModuleSummary, Resolve } from '../link/index.js' */
/** @import { ImportGraph } from './import-graph.js' */
import { filesLike, statefulModules } from '../link/index.js';

/**
 * Files that workers may load, as far as it shows without parsing them: too many rather than too few.
 *
 * @param {readonly ModuleSummary[]} annotated
 * @param {ImportGraph} graph
 * @returns {Set<string>}
 */
export function mayBeLoaded(annotated, { imports }) {
	const found = new Set(
		annotated.flatMap((one) => [
			...loadedDirectly(one, imports),
			...loadedLate(one, [...one.lateClasses, ...one.typedClasses], imports),
		]),
	);
	// a Set grows while it is walked
	for (const file of found) for (const next of imports.get(file)?.values() ?? []) found.add(next);
	return found;
}

/**
 * The files that workers load, those that may change the state which units read of them, and those that may change globals.
 *
 * @param {Map<string, ModuleSummary>} known by path; gains these files
 * @param {ImportGraph} graph
 * @param {{ summarise: (file: string) => Promise<ModuleSummary>, resolve: Resolve, setUps: readonly string[] }} context `setUps`: files that may set
 *   up packages which workers load
 */
export async function addStates(
	known,
	{ imports, importers, patches },
	{ summarise, resolve, setUps },
) {
	/** @param {Iterable<string>} files */
	const add = async (files) => {
		const unread = [...new Set(files)].filter((file) => !known.has(file));
		const read = await Promise.all(unread.map(summarise));
		// What cannot be parsed here uses no unit, so that there is nothing to say of it.
		for (const summary of read) if (!summary.problem) known.set(summary.filename, summary);
	};
	const annotated = [...known.values()].filter((one) => one.isAnnotated);
	const loaded = new Set(annotated.flatMap((one) => loadedDirectly(one, imports)));
	for (let fresh = [...loaded]; fresh.length > 0;) {
		await add(fresh);
		fresh = [...new Set(fresh.flatMap((file) => targetsOf(known.get(file), imports)))].filter(
			(file) => !loaded.has(file),
		);
		for (const file of fresh) loaded.add(file);
	}
	// Files of classes, which a worker loads once an instance has come. Where there are many, the classes stay on the host.
	for (const factsOf of [(/** @type {ModuleSummary} */ one) => one.lateClasses, typesOf]) {
		const late = new Set(annotated.flatMap((one) => loadedLate(one, factsOf(one), imports)));
		for (const file of late) {
			if (late.size > MOST_LATE) break;
			await add([file]);
			// a Set grows while it is walked
			for (const next of targetsOf(known.get(file), imports)) late.add(next);
		}
	}
	// `import './polyfill.js'` in a file of the host
	await add(
		[...known.values()].flatMap((one) =>
			namedBy(
				one,
				one.imports.filter(({ isBare }) => isBare),
				imports,
			),
		),
	);
	if (annotated.some(({ units }) => units.length > 0)) await add([...patches, ...setUps]);
	const { data, code } = statefulModules([...known.values()], resolve);
	const sources = new Set([...data, ...code]);
	for (let fresh = [...sources]; fresh.length > 0;) {
		const direct = new Set(fresh.flatMap((file) => [...(importers.get(file) ?? [])]));
		await add(direct);
		fresh = [...direct].filter(
			(file) =>
				!sources.has(file) &&
				handsOn(known.get(file), (specifier) =>
					sources.has(imports.get(file)?.get(specifier) ?? ''),
				),
		);
		for (const file of fresh) sources.add(file);
	}
	// What an importer of a unit hands on of its file: `wrap(Mailer)`.
	for (const { filename, states } of annotated) if (states.length > 0) sources.add(filename);
	await add([...known.values()].flatMap((one) => givenTo(one, sources, imports)));
}

/** `extend(plugin)`, `plugin(hooks)`: what a function does with what it is handed stands in the file that it is imported from. @param {ModuleSummary} module @param {ReadonlySet<string>} sources @param {ImportGraph['imports']} imports @returns {string[]} */
function givenTo(module, sources, imports) {
	const facts = module.changes.flatMap(({ import: index, by, to }) => {
		const other = by ?? to;
		const specifier = other && module.imports[index]?.specifier;
		const target = imports.get(module.filename)?.get(specifier ?? '');
		return other && sources.has(target ?? '') ? [module.imports[other.import]] : [];
	});
	return namedBy(module, facts, imports);
}

/** @param {ModuleSummary} module annotated @param {ImportGraph['imports']} imports @returns {string[]} what its worker module imports, and what its units do */
function loadedDirectly(module, imports) {
	const byUnits = module.live.codes
		.filter(({ unit }) => unit !== null)
		.flatMap(({ mentions }) => mentions.map((one) => one.import));
	const forEffects = module.effectImports.map((one) => one.import);
	const byCalls = module.asked.map((one) => one.import);
	const facts = [...module.sliceImports, ...byUnits, ...byCalls, ...forEffects].map(
		(index) => module.imports[index],
	);
	return namedBy(module, facts, imports);
}

/** What a class needs is a few files; a file of the host that is named like a class brings the whole program. */
const MOST_LATE = 30;

/** @param {ModuleSummary} module @returns {ModuleSummary['lateClasses']} classes that its code names as types alone */
const typesOf = (module) => module.typedClasses;

/** @param {ModuleSummary} module annotated @param {ModuleSummary['lateClasses']} facts @param {ImportGraph['imports']} imports @returns {string[]} files of the classes of which instances may come to its units */
const loadedLate = (module, facts, imports) =>
	namedBy(
		module,
		facts.map((one) => module.imports[one.import]),
		imports,
	);

/** @param {ModuleSummary | undefined} module @param {ImportGraph['imports']} imports @returns {string[]} */
const targetsOf = (module, imports) => (module ? namedBy(module, module.imports, imports) : []);

/** @param {ModuleSummary} module @param {(ModuleSummary['imports'][number] | undefined)[]} facts @param {ImportGraph['imports']} imports @returns {string[]} files with code */
function namedBy({ filename }, facts, imports) {
	const targets = imports.get(filename);
	return facts
		.flatMap((fact) =>
			fact?.isPattern
				? filesOf(fact, filename, imports)
				: (targets?.get(fact?.specifier ?? '') ?? []),
		)
		.filter((file) => imports.has(file));
}

/** @param {ModuleSummary['imports'][number]} fact whose specifier is put together when it runs @param {string} from @param {ImportGraph['imports']} imports @returns {string[]} */
function filesOf({ specifier }, from, imports) {
	const pattern = filesLike(String(specifier), from);
	return [...imports.keys()].filter((file) => pattern.test(file));
}

/**
 * Whether importers of a module may change what it imports: it exports that again, or code that mentions it.
 *
 * @param {ModuleSummary | undefined} module
 * @param {(specifier: string) => boolean} matters
 * @returns {boolean}
 */
function handsOn(module, matters) {
	if (!module) return false;
	const { imports, exports, live } = module;
	const important = new Set(
		imports.flatMap(({ specifier }, index) => (matters(specifier ?? '') ? [index] : [])),
	);
	/** @param {ModuleSummary['exports'][number]['value']} value @returns {boolean} */
	const leadsOn = (value) =>
		value.kind === 'import'
			? important.has(value.import)
			: value.kind === 'object' &&
				[...Object.values(value.properties), ...value.spreads].some(leadsOn);
	return (
		exports.some(({ value }) => leadsOn(value)) ||
		live.codes.some(
			(code) =>
				code.unit === null &&
				[...code.mentions, ...code.touches].some((one) => important.has(one.import)),
		)
	);
}
