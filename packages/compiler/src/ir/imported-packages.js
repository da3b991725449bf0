/** @import { Node } from '../types.js' */
/** @import { Effect } from './module.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { OfPackage } from './changes-by-packages.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { ImportedPackage } from '../knowledge/package-facts.js' */
import { isDropped } from '../ast/dropped.js';
import { extended } from '../ast/records.js';
import {
	chainRoot,
	dottedName,
	isCall,
	isClass,
	isFunction,
	isMember,
	isWrapper,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { givesAnother } from '../knowledge/packages.js';
import { returnedBy } from './callees.js';
import { argumentsOf, changesOf, isInFunction, valuesIn } from './changes-by-packages.js';
import { namedMaker } from './import-makers.js';
import { sourcesOf } from './sources.js';
import { functionOf, importOf } from './values.js';

/**
 * Calls of packages, and of what these have made, as far as a link has read what the packages can do: `new MarkdownIt()`, `md.use(plugin)`,
 * `z.string().min(3)`. Code that cannot reach the world changes nothing but what it has made, what it is given, and state of its own modules,
 * of which each thread has one; a worker that repeats all of it gets the same.
 */

/** More names than any value of a person's program passes through. */
const MOST_NAMES = 200;

/**
 * The names that a search has asked for, with their answers. `node = node.left` asks for `node` while `node` is asked for: undefined, which says
 * nothing, so that the other values of the name decide. Without this a search takes time that is exponential in such assignments.
 *
 * @typedef {Map<Variable, OfPackage | null | undefined>} Asked
 */

/**
 * @param {Node} node a call, `new` or a tagged template
 * @param {Node} callee
 * @param {EffectAnalysis} analysis
 * @returns {Effect[] | null} null for what no package has, and where it is not known what that may call
 */
export function ofPackageCall(node, callee, analysis) {
	if (analysis.packages.size === 0) return null;
	const called = packageAt(callee, analysis);
	if (!called?.found.isTrusted || givesAnotherEachTime(node, callee, called, analysis)) return null;
	const given = effectsOfGiven(node, analysis);
	if (!given) return null;
	const text =
		dottedName(callee) ?? (isMember(callee) ? propertyName(callee) : null) ?? called.found.name;
	/** @type {Effect} */
	const own = { kind: 'package', node, text, via: [], package: called.found.specifier };
	return [own, ...changesOf(node, callee, called, analysis), ...given];
}

/** `dayjs()`, `chroma.random()`: a worker would have another value than the host. @param {Node} node @param {Node} callee @param {OfPackage} called @param {EffectAnalysis} analysis @returns {boolean} */
function givesAnotherEachTime(node, callee, { found, isMade }, analysis) {
	if (!found.differs || isInFunction(node, analysis)) return false;
	const path = pathInPackage(callee, analysis);
	const isBare = found.isClock && !isMade && node.arguments?.length === 0;
	return givesAnother(path) || (isBare && !isDropped(node, analysis.parents));
}

/** @param {Node} callee @param {EffectAnalysis} analysis @returns {string} with the name by which it is imported */
function pathInPackage(callee, { aliases, parents }) {
	const path = dottedName(callee) ?? (isMember(callee) ? propertyName(callee) : null) ?? '';
	const root = chainRoot(callee);
	const variable = root.type === 'Identifier' ? aliases.variableOf(root) : null;
	const from = variable && importOf(variable, parents);
	return from && from.name !== '*' ? [from.name, ...path.split('.').slice(1)].join('.') : path;
}

/** @param {Variable} variable @param {EffectAnalysis} analysis @returns {boolean} a call of a package has given what it holds */
export const isMadeByPackage = (variable, analysis) =>
	analysis.packages.size > 0 &&
	sourcesOf(variable, analysis.parents).some(
		({ value }) => packageAt(value, analysis)?.isMade === true,
	);

/**
 * @param {Node} expression
 * @param {EffectAnalysis} analysis
 * @returns {OfPackage | null} null for what does not surely come from a package
 */
export const packageAt = (expression, analysis) => search(expression, analysis, new Map()) ?? null;

/** @param {Node} expression @param {EffectAnalysis} analysis @param {Asked} asked @returns {OfPackage | null | undefined} */
function search(expression, analysis, asked) {
	let isMade = false;
	for (let at = /** @type {Node} */ (unwrap(expression)); ;) {
		if (at.type === 'Identifier') return ofName(at, isMade, analysis, asked);
		if (at.type === 'ThisExpression') return ofThis(at, analysis, asked);
		if (isMember(at)) at = unwrap(at.object);
		else if (isCall(at) || at.type === 'NewExpression') {
			isMade = true;
			const own = isCall(at) ? ofOwnFunction(at, analysis, asked) : null;
			if (own) return own;
			at = unwrap(at.callee);
		} else if (at.type === 'TaggedTemplateExpression') {
			isMade = true;
			at = unwrap(at.tag);
		} else return null;
	}
}

/** @param {readonly Node[]} values @param {EffectAnalysis} analysis @param {Asked} asked @returns {OfPackage | null | undefined} the package that all of them come from */
function searchAll(values, analysis, asked) {
	/** @type {OfPackage | undefined} */
	let first;
	for (const value of values) {
		const one = search(value, analysis, asked);
		if (one === null || (one && first && one.found !== first.found)) return null;
		first ??= one;
	}
	return first;
}

/** `create()`, where `function create() { …; return new MarkdownIt(); }`. @param {Node} call @param {EffectAnalysis} analysis @param {Asked} asked @returns {OfPackage | null} */
function ofOwnFunction(call, analysis, asked) {
	const callee = unwrap(call.callee);
	const variable = callee?.type === 'Identifier' ? analysis.aliases.variableOf(callee) : null;
	const fn = variable ? functionOf(variable) : null;
	if (!variable || !fn || fn.async || fn.generator) return null;
	const found = once(variable, asked, () => searchAll(returnedBy(fn), analysis, asked));
	return found ? { ...found, holder: null, isMade: true } : null;
}

/** @param {Variable} variable @param {Asked} asked @param {() => OfPackage | null | undefined} answer @returns {OfPackage | null | undefined} */
function once(variable, asked, answer) {
	if (asked.has(variable)) return asked.get(variable);
	if (asked.size >= MOST_NAMES) return null;
	asked.set(variable, undefined);
	const found = answer();
	asked.set(variable, found);
	return found;
}

/** @param {Node} name @param {boolean} isMade @param {EffectAnalysis} analysis @param {Asked} asked @returns {OfPackage | null | undefined} */
function ofName(name, isMade, analysis, asked) {
	const variable = analysis.aliases.variableOf(name);
	if (!variable) return null;
	const from = importOf(variable, analysis.parents);
	if (from) {
		const found = analysis.packages.get(from.source);
		return found ? { found, root: name, holder: null, isMade } : null;
	}
	if (variable.kind === 'param') return ofParameter(variable, name, analysis, asked);
	const sources = sourcesOf(variable, analysis.parents);
	if (sources.length === 0) return null;
	const values = sources.map(({ value }) => value);
	const found = once(variable, asked, () => searchAll(values, analysis, asked));
	// `const { load } = cheerio` is a part of the package, `const doc = new Document()` is not.
	return found && { ...found, holder: found.isMade ? name : null, isMade: isMade || found.isMade };
}

/** What a package calls a function with is its own. @param {Variable} variable @param {Node} name @param {EffectAnalysis} analysis @param {Asked} asked @returns {OfPackage | null | undefined} */
function ofParameter(variable, name, analysis, asked) {
	const fn = variable.declarations[0]?.node;
	if (!fn || !isFunction(fn)) return null;
	return once(variable, asked, () => {
		const found = givenTo(fn, analysis, asked);
		return found && { found, root: name, holder: null, isMade: true };
	});
}

/** @param {Node} node `this` @param {EffectAnalysis} analysis @param {Asked} asked @returns {OfPackage | null} */
function ofThis(node, analysis, asked) {
	for (let at = analysis.parents.get(node); at; at = analysis.parents.get(at)) {
		if (!isFunction(at) || at.type === 'ArrowFunctionExpression') continue;
		const found = givenTo(at, analysis, asked);
		return found && { found, root: node, holder: null, isMade: true };
	}
	return null;
}

/**
 * The package that calls a function: `md.use((md) => …)`, `const rules = { strong: (tokens) => … }; new Renderer(rules)`.
 *
 * @param {Node} fn a function, or what holds it
 * @param {EffectAnalysis} analysis
 * @param {Asked} asked
 * @returns {ImportedPackage | null}
 */
function givenTo(fn, analysis, asked) {
	const { parents } = analysis;
	let child = fn;
	let parent = parents.get(child);
	while (
		parent &&
		(isWrapper(parent) ||
			/^(ObjectProperty|ObjectExpression|ArrayExpression|ConditionalExpression)$/.test(parent.type))
	) {
		child = parent;
		parent = parents.get(child);
	}
	if (!parent) return null;
	if (isCall(parent) || parent.type === 'NewExpression')
		return parent.arguments.includes(child)
			? (search(parent.callee, analysis, asked)?.found ?? null)
			: null;
	if (parent.type === 'AssignmentExpression' && parent.right === child && isMember(parent.left))
		return search(parent.left.object, analysis, asked)?.found ?? null;
	// `const shout = () => (tree) => …`: what a plugin gives
	if (
		parent.type === 'ReturnStatement' ||
		(parent.type === 'ArrowFunctionExpression' && parent.body === child)
	) {
		const around = parent.type === 'ReturnStatement' ? functionAround(parent, analysis) : parent;
		return around ? givenTo(around, analysis, asked) : null;
	}
	const id = parent.type === 'VariableDeclarator' ? parent.id : isFunction(child) ? child.id : null;
	const variable = id?.type === 'Identifier' ? declaredBy(id, analysis) : null;
	return variable ? givenByName(variable, analysis, asked) : null;
}

/** @param {Variable} variable that holds a function @param {EffectAnalysis} analysis @param {Asked} asked @returns {ImportedPackage | null} */
function givenByName(variable, analysis, asked) {
	// A function that is given by its name inside of itself has been asked for already.
	if (asked.has(variable) || asked.size >= MOST_NAMES) return null;
	asked.set(variable, undefined);
	/** @type {ImportedPackage | null} */
	let found = null;
	for (const { node, role } of variable.references) {
		if (role === 'export') continue;
		const parent = analysis.parents.get(node);
		// Whoever calls it gives it something else.
		if (parent && isCall(parent) && parent.callee === node) return null;
		found ??= givenTo(node, analysis, asked);
	}
	return found;
}

/** @param {Node} node @param {EffectAnalysis} analysis @returns {Node | null} */
function functionAround(node, { parents }) {
	for (let at = parents.get(node); at; at = parents.get(at)) if (isFunction(at)) return at;
	return null;
}

/** @param {Node} id @param {EffectAnalysis} analysis @returns {Variable | null} */
function declaredBy(id, { resolution }) {
	for (const scope of resolution.scopes.values()) {
		const variable = scope.variables.get(id.name);
		if (variable?.declarations.some((one) => one.id === id)) return variable;
	}
	return null;
}

/**
 * What the functions do that a package is given: it may call them at once.
 *
 * @param {Node} node
 * @param {EffectAnalysis} analysis
 * @returns {Effect[] | null} null where something is given of which that is not known
 */
function effectsOfGiven(node, analysis) {
	/** @type {Effect[]} */
	const found = [];
	for (const argument of argumentsOf(node)) {
		for (const value of valuesIn(argument)) {
			const effects = ofGivenValue(value, node, analysis);
			if (!effects) return null;
			found.push(...effects);
		}
	}
	return found;
}

/** @param {Node} value @param {Node} node @param {EffectAnalysis} analysis @returns {Effect[] | null} */
function ofGivenValue(value, node, analysis) {
	const functions =
		isFunction(value) || isClass(value) ? [value] : analysis.callees.functionsHeld(value);
	if (functions.length > 0) {
		const isWalked = isFunction(value) && analysis.runsAtOnce(value);
		return isWalked ? [] : functions.flatMap((fn) => effectsOfFunction(fn, node, analysis));
	}
	const root = chainRoot(value);
	if (root.type !== 'Identifier') return [];
	const variable = analysis.aliases.variableOf(root);
	const from = variable && importOf(variable, analysis.parents);
	if (!from) return [];
	const other = analysis.packages.get(from.source);
	if (other)
		return other.isTrusted
			? [
					{
						kind: 'package',
						node,
						text: dottedName(value) ?? from.source,
						via: [],
						package: other.specifier,
					},
				]
			: null;
	if (/\.json$/.test(from.source)) return [];
	const maker = namedMaker(value, analysis);
	return maker && !maker.isFresh && maker.alters.length === 0 ? [] : null;
}

/** @param {Node} fn @param {Node} node @param {EffectAnalysis} analysis @returns {Effect[]} */
function effectsOfFunction(fn, node, analysis) {
	if (analysis.units.has(fn)) return [];
	return analysis
		.summarise(fn)
		.effects.flatMap((effect) =>
			isOfParameter(effect, analysis) ? [] : [extended(effect, { via: [node, ...effect.via] })],
		);
}

/** A call of what only a call of the function knows. @param {Effect} effect @param {EffectAnalysis} analysis @returns {boolean} */
function isOfParameter(effect, { aliases }) {
	if (effect.kind !== 'call' || !effect.node.callee) return false;
	const root = rootOf(effect.node.callee);
	if (root.type === 'ThisExpression' || root.type === 'Super') return true;
	const variable = root.type === 'Identifier' ? aliases.variableOf(root) : null;
	return Boolean(variable && !variable.isTopLevel);
}

/** @param {Node} callee @returns {Node} of a chain of calls */
function rootOf(callee) {
	let root = chainRoot(unwrap(callee));
	while (isCall(root)) root = chainRoot(unwrap(root.callee));
	return root;
}
