/** @import { CompileOptions, Facts, Node, Position } from '../types.js' */
/** @import { Planned } from './module.js' */

/**
 * What is known of a file that was not analysed: it has no directive, or cannot be parsed.
 *
 * @param {CompileOptions} options
 * @returns {Facts}
 */
export function emptyFacts({ filename, id, sourceType }) {
	const baseName = /** @type {string} */ (filename.split(/[\\/]/).pop());
	return {
		filename,
		id: id ?? baseName,
		annotated: false,
		moduleKind: sourceType ?? (/\.c[jt]s$/.test(filename) ? 'commonjs' : 'module'),
		language: filename.endsWith('.tsx') ? 'tsx' : /\.[mc]?ts$/.test(filename) ? 'ts' : 'js',
		units: [],
		statements: [],
		callSites: [],
		exports: [],
	};
}

/**
 * What the analysis found, as plain data.
 *
 * @param {Planned} planned
 * @returns {Facts}
 */
export function describeModule(planned) {
	const { filename, id, moduleKind, language, units, directives, source } = planned;
	const kept = planned.slice.filter((entry) => entry.kept).map((entry) => entry.fragment);
	/** @param {import('../ast/scope.js').Variable | null} variable */
	const bytesOf = (variable) =>
		kept
			.filter((one) => variable !== null && one.defines.includes(variable))
			.reduce((sum, { node }) => sum + bytes(source, node), 0);
	return {
		filename,
		id,
		annotated: units.length > 0 || directives.length > 0,
		moduleKind,
		language,
		units: units.map((unit) => {
			const plan = planned.plans.find((one) => one.unit === unit);
			return {
				id: unit.id,
				name: unit.name,
				kind: unit.kind,
				directive: { mode: unit.directive.mode, ...unit.directive.options },
				form: unit.callback ? /** @type {const} */ ('callback') : /** @type {const} */ ('promise'),
				async: unit.isAsync,
				lowered: plan !== undefined,
				...span(unit.node),
				captures: (plan?.captures ?? []).map(({ name, channel, reason, variable }) => ({
					name,
					channel,
					reason,
					...(bytesOf(variable) > 0 ? { bytes: bytesOf(variable) } : {}),
				})),
			};
		}),
		statements: planned.slice.map(({ fragment, kept: isKept, reason }) => ({
			...span(fragment.node),
			text: firstLine(source.slice(fragment.node.start, fragment.node.end)),
			kept: isKept,
			reason,
			bytes: bytes(source, fragment.node),
		})),
		callSites: planned.callSites.map(({ unit, node, action, detail }) => ({
			unit: unit.id,
			start: position(node, 'start'),
			action,
			detail,
		})),
		exports: exportsOf(planned),
	};
}

/** @param {Planned} planned @returns {Facts['exports']} */
function exportsOf({ file, units }) {
	/** @type {Facts['exports']} */
	const found = [];
	/** @param {string} exported @param {string} local */
	const add = (exported, local) => {
		const unit = units.find((one) => one.isTopLevel && one.variable?.name === local)?.id;
		found.push({ exported, local, ...(unit ? { unit } : {}) });
	};
	for (const node of file.program.body) {
		if (node.type === 'ExportDefaultDeclaration') {
			const anonymous = units.find((one) => one.node === node.declaration);
			if (anonymous && !node.declaration.id)
				found.push({ exported: 'default', local: 'default', unit: anonymous.id });
			else add('default', node.declaration.id?.name ?? node.declaration.name ?? 'default');
		} else if (node.type === 'ExportNamedDeclaration' && !node.source) {
			for (const specifier of node.specifiers)
				add(specifier.exported.name ?? specifier.exported.value, specifier.local.name);
			const { declaration } = node;
			if (declaration?.id?.name) add(declaration.id.name, declaration.id.name);
			for (const declarator of declaration?.declarations ?? []) {
				if (declarator.id.type === 'Identifier') add(declarator.id.name, declarator.id.name);
			}
		}
	}
	return found;
}

/** @param {Node} node @returns {{ start: Position, end: Position }} */
const span = (node) => ({ start: position(node, 'start'), end: position(node, 'end') });

/** @param {Node} node @param {'start' | 'end'} edge @returns {Position} */
const position = ({ loc }, edge) => ({ line: loc[edge].line, column: loc[edge].column });

/** @param {string} source @param {Node} node @returns {number} in UTF-8 */
const bytes = (source, node) => Buffer.byteLength(source.slice(node.start, node.end));

/** @param {string} text @returns {string} */
function firstLine(text) {
	const line = /** @type {string} */ (text.split('\n')[0]);
	return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
