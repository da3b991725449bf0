/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Analysed, Unit } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { codeAround } from '../../ast/class-parts.js';
import { dottedName, isCall, isMember, isWrapper, propertyName, unwrap } from '../../ast/shapes.js';
import { isWithin } from '../../ast/tree.js';
import { isSetAfterCall } from './call-order.js';

/**
 * Finds places of the host that change a capture while its unit runs.
 *
 * @param {Variable} variable
 * @param {Unit} unit
 * @param {{ analysed: Analysed, isWorkerCode: (node: Node) => boolean }} setting
 * @returns {Node | undefined}
 */
export function changeDuring(variable, unit, { analysed, isWorkerCode }) {
	const { sites } = analysed;
	/** @param {Node} node */
	const isOfHost = (node) =>
		!isWorkerCode(node) && sites.isHostLive(node) && !isWithin(node, unit.node);
	if (variable.isTopLevel)
		return (sites.later.get(variable) ?? []).find(({ node }) => isOfHost(node))?.node;
	const changes = [
		...variable.references.filter(({ role }) => role === 'write' || role === 'update'),
		...(sites.locals.get(variable) ?? []).filter(
			({ kind, via }) => (kind === 'write' || kind === 'mutate') && via.length === 0,
		),
	].map(({ node }) => node);
	const own = [...changes, ...changesByArguments(variable, analysed)];
	return own.find((node) => isOfHost(node) && mayComeDuring(node, unit, analysed));
}

/**
 * Whether a call of a unit may come before the declaration of a variable, which then gets its value while the unit runs.
 *
 * @param {Variable} variable one that the unit may find without a value
 * @param {Unit} unit
 * @param {Analysed} analysed
 * @returns {Node | undefined} the declaration
 */
export function valueGivenDuring(variable, unit, analysed) {
	const [declaration] = variable.declarations;
	if (!declaration || variable.kind === 'param') return undefined;
	return isSetAfterCall(variable, unit, analysed) ? declaration.id : undefined;
}

/** @param {Node} node a change @param {Unit} unit @param {Analysed} analysed @returns {boolean} */
function mayComeDuring(node, unit, { resolution }) {
	const { parents } = resolution;
	const home = codeAround(unit.node, parents);
	if (codeAround(node, parents) !== home) return true;
	const uses = usesOf(unit, parents);
	if (!uses) return node.start > unit.node.end;
	return uses.some((use) => {
		const whole = awaitAround(use, parents);
		if (whole) return isWithin(node, whole);
		return node.start > use.start || isInLoopWith(node, use, { home, parents });
	});
}

/**
 * @param {Unit} unit
 * @param {Parents} parents
 * @returns {Node[] | null} the places that name it, all of its calls among them; null for a unit that is known by no name
 */
function usesOf({ node, variable }, parents) {
	const parent = parents.get(node);
	const isNamed = node.type === 'FunctionDeclaration' || parent?.type === 'VariableDeclarator';
	if (!variable || !isNamed) return null;
	return variable.allReferences.map((one) => one.node).filter((one) => !isWithin(one, node));
}

/**
 * `await unit(1)`, `await Promise.all(rows.map((row) => unit(row)))`: once it is over, so is the call.
 *
 * @param {Node} use
 * @param {Parents} parents
 * @returns {Node | null} null where the call may go on beside what follows it
 */
function awaitAround(use, parents) {
	let child = use;
	let isList = false;
	let isCalled = false;
	for (let at = parents.get(use); at; at = parents.get(at)) {
		const isCallee = isCall(at) && unwrap(at.callee) === child;
		if (isWrapper(at) || at.type === 'SpreadElement') child = at;
		else if (isCallee && !isCalled) {
			isCalled = true;
			child = at;
		} else if (isCallee && isMember(child)) child = at;
		else if (isMember(at) && at.object === child && isCalled && isChain(at)) child = at;
		else if (at.type === 'ArrayExpression' && isCalled) {
			isList = true;
			child = at;
		} else if (isMapped(at, child) && (isCalled || child === use)) {
			isList = true;
			isCalled = true;
			child = at;
		} else if (at.type === 'ArrowFunctionExpression' && at.body === child && isCalled) child = at;
		else if (isCall(at) && /^Promise\.all(Settled)?$/.test(dottedName(at.callee) ?? '')) {
			isList = false;
			child = at;
		} else return at.type === 'AwaitExpression' && isCalled && !isList ? at : null;
	}
	return null;
}

/** @param {Node} member @returns {boolean} `promise.then` */
const isChain = (member) => /^(then|catch|finally)$/.test(propertyName(member) ?? '');

/** @param {Node} call @param {Node} fn @returns {boolean} `rows.map(fn)` */
const isMapped = (call, fn) =>
	isCall(call) &&
	isMember(unwrap(call.callee)) &&
	propertyName(unwrap(call.callee)) === 'map' &&
	call.arguments[0] === fn;

/** @param {Node} node @param {Node} other @param {{ home: Node | null, parents: Parents }} around @returns {boolean} */
function isInLoopWith(node, other, { home, parents }) {
	for (let at = parents.get(node); at && at !== home; at = parents.get(at))
		if (/^(For|While|DoWhile)/.test(at.type) && isWithin(other, at)) return true;
	return false;
}

/**
 * In sloppy code `arguments[0] = 1` is an assignment to the first parameter, if the list is a simple one.
 *
 * @param {Variable} variable
 * @param {Analysed} analysed
 * @returns {Node[]}
 */
function changesByArguments({ kind, declarations }, { resolution, sites, strict }) {
	const fn = declarations[0]?.node;
	const isSimple = fn?.params?.every((/** @type {Node} */ one) => one.type === 'Identifier');
	if (kind !== 'param' || strict || !isSimple) return [];
	const { parents, globals } = resolution;
	return (globals.get('arguments') ?? []).flatMap(({ node, scope }) => {
		let around = codeAround(node, parents);
		while (around?.type === 'ArrowFunctionExpression') around = codeAround(around, parents);
		if (around !== fn) return [];
		const parent = /** @type {Node} */ (parents.get(node));
		const alias = parent.type === 'VariableDeclarator' ? scope.lookup(parent.id.name ?? '') : null;
		if (alias) return (sites.locals.get(alias) ?? []).map((effect) => effect.node);
		const write = isMember(parent) && parent.object === node ? parents.get(parent) : undefined;
		return write && (write.left === parent || write.type === 'UpdateExpression') ? [node] : [];
	});
}
