/** @import { Node } from '../types.js' */
/** @import { Fragment, Planned } from './module.js' */
/** @import { MentionFact, ModuleSummary, Outline, Span, StateFact } from './summary.js' */
import { isPrimitiveLiteral, propertyName, unwrap } from '../ast/shapes.js';
import { plainSummary } from './summary.js';
import { classOf, constantValueOf } from './values.js';

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
	return {
		...plainSummary(planned, outline),
		live: {
			...outline.live,
			codes: outline.live.codes.map((code) =>
				code.unit === null ? code : { ...code, mentions: code.mentions.filter(isImported) },
			),
		},
		isAnnotated: true,
		units: units.map((unit) => ({
			id: unit.id,
			name: unit.name,
			isAsync: unit.isAsync,
			isGenerator: unit.isGenerator,
			hasCallback: unit.callback !== null,
			isLowered: plans.some((one) => one.unit === unit),
			place: spanOf(unit.directive.node),
		})),
		states: planned.exportedStates.map((one) => describeState(one)),
		sliceImports: [...imports].flatMap((variable) => outline.indexes.get(variable) ?? []),
		effects: planned.slice
			.filter(({ fragment, kept }) => !kept && actsOnWorld(fragment, planned))
			.map(({ fragment: { node } }) => ({
				...spanOf(node),
				text: firstLine(planned.source.slice(node.start, node.end)),
			})),
	};
}

/** @param {Planned['exportedStates'][number]} state @returns {StateFact} */
function describeState({ variable, unit, node, related }) {
	const value = constantValueOf(variable);
	const properties = value?.type === 'ObjectExpression' ? value.properties : [];
	return {
		...spanOf(node),
		local: variable.name,
		unit: unit.name,
		isClass: classOf(variable) !== null,
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
function actsOnWorld(fragment, { sites }) {
	const effects = [...(sites.effects.get(fragment) ?? []), ...(sites.deferred.get(fragment) ?? [])];
	return effects.some(
		({ kind }) =>
			/^(external|dispatch)$/.test(kind) || (kind === 'call' && fragment.kind === 'statement'),
	);
}

/** @param {Node} node @returns {Span} */
const spanOf = ({ loc: { start, end } }) => ({
	start: { line: start.line, column: start.column },
	end: { line: end.line, column: end.column },
});

/** @param {string} text @returns {string} */
function firstLine(text) {
	const line = /** @type {string} */ (text.split('\n')[0]);
	return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
