/** @import { Node } from '../types.js' */
/** @import { Fragment, Planned } from './module.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { MentionFact, ModuleSummary, Outline, Span, StateFact } from './summary.js' */
import { NAMED, OBJECT_ITSELF } from '@lapidary/runtime/abi';
import { isMainGuard } from '../ast/main-guard.js';
import { isPackage, packageOf } from '../knowledge/packages.js';
import { isInOut } from './in-out.js';
import { localRequire } from './local-requires.js';
import { markedOf, markOf } from './marks.js';
import { namedAtTop } from './named-at-top.js';
import { chainRoot, dottedName, isPrimitiveLiteral, propertyName, unwrap } from '../ast/shapes.js';
import { effectSource } from './effect-source.js';
import { firstLine } from './first-line.js';
import { isSent } from './sent.js';
import { extendsError } from './instances.js';
import { sourcesOf } from './sources.js';
import { plainSummary } from './summary.js';
import { IS_SURELY_CLASS } from './class-names.js';
import { classOf, constantValueOf, functionOf, importOf } from './values.js';
import { namesInWorkers } from './worker-names.js';

/**
 * What a link needs to know of a module with units.
 *
 * @param {Planned} planned
 * @param {Outline} outline
 * @returns {ModuleSummary}
 */
export function summariseModule(planned, outline) {
	const { units, plans, imports } = planned;
	const again = new Set([...imports].map((variable) => outline.indexes.get(variable)));
	const byVariable = new Set(outline.indexes.values());
	/** What a worker gets by other ways than an import is the host's. @param {MentionFact} mention */
	const isImported = (mention) => again.has(mention.import) || !byVariable.has(mention.import);
	/** @param {Outline['live']['codes'][number]} code of a unit */
	const ofClasses = (code) => {
		const plan = plans.find((one) => one.unit === units[Number(code.unit)]);
		return plan ? mentionsOfClasses(plan, code, outline) : [];
	};
	/** What a unit that is refused would get is not known yet. @param {number | null} unit */
	const isPlanned = (unit) => unit !== null && plans.some((one) => one.unit === units[unit]);
	return {
		...plainSummary(planned, outline),
		live: {
			...outline.live,
			platform: platformInWorkers(planned, outline),
			codes: outline.live.codes.map((code) =>
				isPlanned(code.unit)
					? {
							...code,
							mentions: [...code.mentions, ...ofClasses(code)].filter(isImported),
							sent: code.mentions.filter((one) => !isImported(one)),
						}
					: code,
			),
		},
		isAnnotated: true,
		units: units.map((unit) => describeUnit(unit, planned)),
		states: planned.exportedStates.map((one) => describeState(one)),
		waits: waitsOf(planned),
		sliceImports: [
			...[...imports].flatMap((variable) => outline.indexes.get(variable) ?? []),
			...localImports(planned, outline),
		],
		...classFactsOf(planned, outline),
		asked: callsAsked(planned, outline, imports),
		setUps: [...planned.effects.setUps].map(
			([name, variables]) => `${name} ${variables.join(',')}`,
		),
		effectImports: effectImportsOf(planned, outline),
		comparesState: plans.some(comparesState),
		names: namesInWorkers(planned),
		effects: planned.slice
			.filter(({ fragment, kept }) => !kept && actsOnWorld(fragment, planned))
			.map(({ fragment }) => ({
				...spanOf(fragment.node),
				text: firstLine(planned.source.slice(fragment.node.start, fragment.node.end)),
				waitsFor: unitAwaited(fragment, planned),
			})),
	};
}

/** @param {Planned} planned @param {Outline} outline @returns {number[]} what moved code of functions requires, by the places of the calls */
const localImports = ({ plans, resolution: { parents } }, { imports }) =>
	plans
		.flatMap(({ locals }) => locals)
		.flatMap(({ variable, channel }) => {
			const call = channel === 'move' ? localRequire(variable, parents) : null;
			const place = call && spanOf(call).start;
			const index = imports.findIndex(
				({ start }) => start.line === place?.line && start.column === place.column,
			);
			return index < 0 ? [] : [index];
		});

/** @param {Planned} planned @returns {ModuleSummary['waits']} */
const waitsOf = ({ units, waits, resolution: { parents } }) =>
	[...waits].flatMap(([call, { units: called, outside }]) =>
		outside.flatMap((fn) => {
			const place = namedAtTop(fn, parents);
			if (!place) return [];
			const marked = markedOf(call);
			const mark = marked && markOf(marked);
			return called.map((unit) => ({
				...{ ...spanOf(call), ...place, unit: units.indexOf(unit), mark },
			}));
		}),
	);

/** @param {Planned['units'][number]} unit @param {Planned} planned @returns {ModuleSummary['units'][number]} */
const describeUnit = (unit, planned) => {
	const { plans, callSites, sites } = planned;
	const own = plans.filter((one) => one.unit === unit);
	return {
		id: unit.id,
		name: unit.name,
		isAsync: unit.isAsync,
		isGenerator: unit.isGenerator,
		callback: unit.callback,
		isLowered: own.length > 0,
		isOptional: unit.isOptional,
		isInOut: isInOut(planned.uses.get(unit)),
		mayRunHere: planned.uses.get(unit)?.mayRunHere === true,
		isCalledAtLoad: callSites.some(
			(site) => site.unit === unit && sites.runsIn(site.node) === null,
		),
		sent: own
			.flatMap(({ captures }) => captures)
			.flatMap(({ channel, name }) => (isSent(channel) ? name : [])),
		late: own.flatMap(describeLateReads),
		known: own.flatMap((plan) => namesKnown(plan, planned)),
		place: spanOf(unit.directive.node),
	};
};

/**
 * @param {Planned['plans'][number]} plan of a unit
 * @param {Planned} planned
 * @returns {string[]} classes, objects and symbols of the file by which what crosses is known in its worker module; and classes of errors,
 *   which come without them
 */
function namesKnown({ slice }, { classes, resolution }) {
	// What the host's table does not name comes as that of another file's instance of this one.
	const named = classes.filter(({ hostKey }) => !hostKey?.startsWith(`${OBJECT_ITSELF} `));
	const shared = new Set(named.map(({ variable }) => variable));
	const sliced = new Set(slice.flatMap(({ fragment }) => fragment.defines));
	return [...resolution.program.variables.values()].flatMap((one) =>
		(shared.has(one) && sliced.has(one)) || extendsError(one) ? one.name : [],
	);
}

/**
 * What classes of the file mention of which a unit meets instances without naming them: it may call their methods. The same for what
 * statements hand on that fill what it needs: `mixin(Row, Eventful)`.
 *
 * @param {Planned['plans'][number]} plan of the unit
 * @param {Outline['live']['codes'][number]} code of the unit, which has what it comes to by names
 * @param {Outline} outline
 * @returns {MentionFact[]}
 */
function mentionsOfClasses({ slice }, code, { live }) {
	const classes = slice.flatMap(({ fragment }) =>
		fragment.defines.some(classOf) ? spanOf(fragment.node) : [],
	);
	const fills = slice.flatMap(({ fragment }) =>
		fragment.kind === 'statement' ? spanOf(fragment.node) : [],
	);
	if (classes.length + fills.length === 0) return [];
	const known = new Set(code.mentions.map(keyOfMention));
	const all = [live.loading, live.initial, ...live.codes].flatMap(({ mentions }) => mentions);
	/** @type {Map<string, MentionFact>} */
	const found = new Map();
	for (const one of all) {
		const key = keyOfMention(one);
		const isIn = (/** @type {Span} */ span) => isWithin(one, span);
		if (!known.has(key) && (classes.some(isIn) || (one.isOpen && fills.some(isIn))))
			found.set(key, one);
	}
	return [...found.values()];
}

/** @param {MentionFact} mention @returns {string} */
const keyOfMention = ({ import: index, path, start }) =>
	`${index} ${path.join('.')} ${start.line}:${start.column}`;

/** @param {Span} inner @param {Span} outer @returns {boolean} */
const isWithin = ({ start, end }, outer) =>
	isBefore(outer.start, start) && isBefore(end, outer.end);

/** @param {Span['start']} one @param {Span['start']} other @returns {boolean} */
const isBefore = (one, other) =>
	one.line < other.line || (one.line === other.line && one.column <= other.column);

/**
 * @param {Planned} planned
 * @param {Outline} outline
 * @returns {MentionFact[]} imported classes that no unit names, of which workers know instances
 */
function lateClassesOf({ classes }, { imports, live }) {
	const named = live.codes.flatMap(({ unit, mentions }) => (unit === null ? [] : mentions));
	return classes.flatMap(({ key, origin, late }) => {
		if (!origin || !key.startsWith(NAMED)) return [];
		const index = imports.findIndex(
			({ specifier, name, isLazy, isPattern }) =>
				specifier === origin.source &&
				!isLazy &&
				!isPattern &&
				(name === '*' || name === origin.steps[0]),
		);
		const fact = imports[index];
		if (!fact || (!late && named.some((one) => one.import === index))) return [];
		const path = fact.name === '*' ? origin.steps : origin.steps.slice(1);
		return [{ import: index, path, start: fact.start, end: fact.end }];
	});
}

/** @param {Planned} planned @param {Outline} outline @returns {Pick<ModuleSummary, 'lateClasses' | 'typedClasses'>} */
const classFactsOf = (planned, outline) => ({
	lateClasses: lateClassesOf(planned, outline),
	typedClasses: typedClassesOf(planned, outline),
});

/** @param {Planned} planned @param {Outline} outline @returns {ModuleSummary['typedClasses']} */
function typedClassesOf({ language, resolution: { parents } }, { imports, indexes }) {
	if (language === 'js') return [];
	return [...indexes].flatMap(([{ name, kind, references }, index]) => {
		const fact = imports[index];
		if (kind !== 'import' || !IS_SURELY_CLASS.test(name) || !fact || fact.name === '*') return [];
		const isNamed = references.some(
			({ node, role }) => role !== 'export' && !parents.get(node)?.type.startsWith('TS'),
		);
		return isNamed ? [] : [{ name, import: index, path: [], start: fact.start, end: fact.end }];
	});
}

/** @param {Planned['plans'][number]} plan @returns {boolean} */
const comparesState = ({ checks }) =>
	checks !== undefined && checks.state.length + checks.exports.length + checks.locals.length > 0;

/** @param {Planned['plans'][number]} plan @returns {ModuleSummary['units'][number]['late']} */
const describeLateReads = ({ lateReads }) =>
	lateReads.map(({ variable: { name }, node, when, event }) => ({
		...spanOf(node),
		name,
		when,
		event,
	}));

/** @param {Planned} planned @param {Outline} outline @returns {string[]} modules of the platform that its worker module imports, or a unit requires */
function platformInWorkers({ imports, units, resolution, source }, { live }) {
	const imported = new Set(
		[...imports].map((variable) => importOf(variable, resolution.parents)?.source),
	);
	const texts = units.map(({ node }) => source.slice(node.start, node.end));
	return live.platform.filter(
		(name) =>
			imported.has(name) ||
			imported.has(`node:${name}`) ||
			texts.some((text) => new RegExp(`['"](node:)?${name}['"]`).test(text)),
	);
}

/** @param {Planned} planned @param {Outline} outline @returns {ModuleSummary['effectImports']} */
function effectImportsOf({ slice }, { imports }) {
	return slice.flatMap(({ fragment, kept }) => {
		const source = effectSource(fragment);
		if (source === null) return [];
		const { line, column } = fragment.statement.loc.start;
		const index = imports.findIndex(
			(one) =>
				one.specifier === source &&
				one.start.line === line &&
				(one.start.column === column || one.how !== 'import'),
		);
		return index < 0 ? [] : [{ import: index, source, isRepeated: kept }];
	});
}

/** Parts of parts of an import are followed no further. */
const DEEPEST = 3;

/**
 * A file whose units are all lowered needs an answer only for calls of packages that workers import by other names, `enableMapSet()` beside
 * `produce(…)`: for all others it would be compiled again in vain.
 *
 * @param {Planned} planned
 * @param {Outline} outline
 * @param {ReadonlySet<Variable>} imports of the worker module
 * @returns {ModuleSummary['asked']}
 */
function callsAsked(planned, outline, imports) {
	if (planned.plans.length < planned.units.length) return askedOf(planned, outline);
	const { parents } = planned.resolution;
	const used = new Set(
		[...imports].flatMap((one) => {
			const source = importOf(one, parents)?.source;
			return source !== undefined && isPackage(source) ? packageOf(source) : [];
		}),
	);
	if (used.size === 0) return [];
	return askedOf(planned, outline).filter(({ import: index }) => {
		const specifier = outline.imports[index]?.specifier;
		return specifier && isPackage(specifier) && used.has(packageOf(specifier));
	});
}

/**
 * Imports that a file with a refused unit calls while it loads or initialises a variable at its first use, as far as nothing is known of them.
 *
 * @param {Planned} planned
 * @param {Outline} outline
 * @returns {ModuleSummary['asked']}
 */
function askedOf({ sites, effects, resolution }, { holders }) {
	/** @type {Map<string, ModuleSummary['asked'][number]>} */
	const found = new Map();
	/** @param {Node} callee @param {number} [depth] */
	const ask = (callee, depth = 0) => {
		const name = dottedName(callee);
		const root = name === null ? null : chainRoot(callee);
		const variable = root?.type === 'Identifier' ? effects.aliases.variableOf(root) : null;
		if (name === null || !variable?.isTopLevel) return;
		const holder = holders.find((one) => one.name === variable.name);
		if (!holder) {
			// `const { Range } = semver`
			const sources = depth < DEEPEST ? sourcesOf(variable, resolution.parents) : [];
			return sources.forEach(({ value }) => ask(/** @type {Node} */ (unwrap(value)), depth + 1));
		}
		const path = [...holder.path, ...name.split('.').slice(1)];
		found.set(name, { import: holder.import, path, name });
	};
	const regions = [...resolution.program.variables.values()].flatMap((one) => one.unfitRegions);
	for (const all of [...sites.effects.values(), ...regions.map((one) => effects.immediate(one))])
		for (const { kind, node } of all)
			if (kind === 'call' && node.callee)
				for (const one of [node.callee, ...node.arguments]) ask(unwrap(one));
	return [...found.values()];
}

/** @param {Planned['exportedStates'][number]} state @returns {StateFact} */
function describeState({ variable, unit, node, related }) {
	const value = constantValueOf(variable);
	const properties = value?.type === 'ObjectExpression' ? value.properties : [];
	return {
		...spanOf(node),
		local: variable.name,
		unit: unit.name,
		isClass: classOf(variable) !== null || functionOf(variable) !== null,
		primitives: properties.flatMap((/** @type {Node} */ one) =>
			one.value && isPrimitiveLiteral(unwrap(one.value)) ? [String(propertyName(one))] : [],
		),
		related: related.map(({ message, place }) => ({
			message,
			...spanOf(/** @type {Node} */ (place)),
		})),
	};
}

/** Calls of unknown code count when they are statements: whoever writes one wants what it does. @param {Fragment} fragment @param {Planned} planned @returns {boolean} */
function actsOnWorld(fragment, planned) {
	const { effects: atOnce, deferred } = planned.sites;
	const effects = [...(atOnce.get(fragment) ?? []), ...(deferred.get(fragment) ?? [])];
	if (fragment.node.type === 'IfStatement' && isMainGuard(fragment.node.test)) return false;
	// Whoever calls a unit there does something with what comes of it: `score(rows).then(console.log)`.
	if (callsAtLoad(fragment, planned).length > 0) return true;
	return effects.some((effect) => {
		// A worker that loads the file fills exports of its own.
		if (effect.kind === 'external') return !EXPORTS.test(effect.changes ?? effect.text);
		return effect.kind === 'dispatch' || (effect.kind === 'call' && fragment.kind === 'statement');
	});
}

const EXPORTS = /^(module\.)?exports(\.|$)/;

/** @param {Fragment} fragment @param {Planned} planned @returns {Planned['callSites']} calls of units that it makes while the module loads */
const callsAtLoad = ({ node: around }, { callSites, sites }) =>
	callSites.filter(
		({ node }) =>
			/Call/.test(node.type) &&
			around.start <= node.start &&
			node.end <= around.end &&
			sites.runsIn(node) === null,
	);

/** @param {Fragment} fragment @param {Planned} planned @returns {string | null} a unit whose result the module waits for before it has loaded */
function unitAwaited(fragment, planned) {
	const { parents } = planned.resolution;
	const call = callsAtLoad(fragment, planned).find(({ node, rule }) => {
		if (rule === 'value') return true;
		for (let at = parents.get(node); at && at !== fragment.node; at = parents.get(at))
			if (at.type === 'AwaitExpression') return true;
		return false;
	});
	return call ? call.unit.name : null;
}

/** @param {Node} node @returns {Span} */
const spanOf = ({ loc: { start, end } }) => ({
	start: { line: start.line, column: start.column },
	end: { line: end.line, column: end.column },
});
