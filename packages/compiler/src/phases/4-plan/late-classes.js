/** @import { Planned, SharedClass } from '../../ir/module.js' */
/** @import { Linked, Node } from '../../types.js' */
/** @import { Parents } from '../../ast/parents.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { isBuiltin } from 'node:module';
import { NAMED } from '@lapidary/runtime/abi';
import { isCall, isMember, propertyName } from '../../ast/shapes.js';
import { IS_SURELY_CLASS } from '../../ir/class-names.js';
import { isOfRuntime } from '../../knowledge/packages.js';
import { classOriginOf } from './class-origins.js';
import { isImportedAnyway, isPlainImport, lateClass } from './error-classes.js';

/**
 * Classes of other files that the file names and its worker module does not: an instance of one may be among the arguments of a unit, and code
 * that a unit calls may make one. A worker imports their module once such an instance has come, which nearly always has been
 * loaded by then in the thread that made it.
 *
 * @param {Omit<Planned, 'classes'>} planned
 * @param {ReadonlySet<string>} known keys of the classes that worker code names
 * @param {Pick<Linked, 'host' | 'typed'>} linked `host`: specifiers of imports that workers must not load for a class; `typed`: what TypeScript would drop
 *   of the imports, though it holds more than a type
 * @returns {SharedClass[]}
 */
export function findLateClasses(planned, known, { host, typed }) {
	const { sites } = planned;
	const { parents, program } = planned.resolution;
	/** @type {SharedClass[]} */
	const found = [];
	for (const variable of program.variables.values()) {
		const origin = classOriginOf(variable, parents);
		if (!origin || host.includes(origin.source) || hasNoClasses(origin.source)) continue;
		// `Shape.prototype.area = …` would be missing in a worker that loads the class alone.
		if (sites.fills.has(variable) || sites.later.has(variable)) continue;
		if (makesGems(variable, planned)) continue;
		const paths = pathsNamed(variable, planned, typed);
		if (paths.length === 0 || !isPlainImport(variable, parents)) continue;
		const isStatic = isImportedAnyway(variable, planned);
		for (const path of paths) {
			const key = NAMED + [variable.name, ...path].join('.');
			if (known.has(key) || known.has(key.slice(NAMED.length))) continue;
			const late = isStatic ? undefined : lateClass(variable, { origin, path }, planned);
			found.push({
				variable,
				key,
				path,
				late,
				origin: { ...origin, steps: [...origin.steps, ...path] },
			});
		}
	}
	return found;
}

/** Instances of the platform's cross by rules of their own, and so do GEMs. @param {string} source @returns {boolean} */
const hasNoClasses = (source) => isBuiltin(source) || isOfRuntime(source);

/** `const tally = Tally.create({});` @param {Variable} variable @param {Pick<Planned, 'effects' | 'resolution'>} planned @returns {boolean} */
const makesGems = ({ references }, { effects: { gems }, resolution: { parents, program } }) =>
	references.some(({ node }) => {
		const member = parents.get(node);
		const call = member && isMember(member) && member.object === node ? parents.get(member) : null;
		const declared = call && isCall(call) ? parents.get(call) : null;
		const id = declared?.type === 'VariableDeclarator' ? declared.id : null;
		const made = id?.type === 'Identifier' ? program.lookup(id.name) : null;
		return made ? gems.has(made) : false;
	});

/**
 * @param {Variable} variable
 * @param {Omit<Planned, 'classes'>} planned
 * @param {readonly string[]} typed
 * @returns {string[][]} `[]` of `Matrix`, `['Matrix']` of `lib.Matrix`
 */
function pathsNamed({ name, references }, { resolution: { parents }, language }, typed) {
	const used = references.filter(
		({ node, role }) => role === 'read' && !parents.get(node)?.type.startsWith('TS'),
	);
	// An import that no code names, which a comment may do as a type, remains in JavaScript; TypeScript drops it.
	if (used.length === 0 && language !== 'js' && !typed.includes(name)) return [];
	const members = new Set(used.flatMap(({ node }) => memberNamed(node, parents) ?? []));
	return [...(IS_SURELY_CLASS.test(name) ? [[]] : []), ...[...members].map((member) => [member])];
}

/** @param {Node} node @param {Parents} parents @returns {string | null} `Matrix` of `lib.Matrix`, which is no class of a class */
function memberNamed(node, parents) {
	const parent = parents.get(node);
	const isPart =
		parent && isMember(parent) && parent.object === node && !IS_SURELY_CLASS.test(node.name);
	const name = isPart ? propertyName(parent) : null;
	return name !== null && IS_SURELY_CLASS.test(name) ? name : null;
}
