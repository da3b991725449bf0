import { createProofs } from '../../src/ir/proofs/index.js';
import { parse } from '../../src/phases/1-parse.js';
import { discover } from '../../src/phases/2-discover/index.js';
import { analyse } from '../../src/phases/3-analyse/index.js';
import { plan } from '../../src/phases/4-plan/index.js';

/** A reporter that no problem makes refuse a unit: the proofs are asked about programs that are refused today, too. */
const reporter = {
	report() {},
	forUnit: () => reporter,
	refused: () => false,
	diagnostics: () => [],
	hasErrors: () => false,
};

/** @param {string} source @param {string} [filename] */
export function proofsOf(source, filename = 'input.mjs') {
	const context = { options: { filename }, reporter };
	const parsed = parse(source, context);
	const planned = plan(analyse(discover(parsed, context), context), context);
	return { planned, proofs: createProofs(planned) };
}

/**
 * A module with one unit, `f(x, y)`.
 *
 * @param {string} form the body of the unit, after the module around it and `---`, when there is one
 * @returns {string}
 */
export function moduleOf(form) {
	const [around, body] = form.includes(' --- ') ? form.split(' --- ') : ['', form];
	return `${around}\nexport async function f(x, y) {\n\t'use cpu_bound';\n\t${body}\n}\n`;
}

/** @param {string} form @returns {string | null} why it is not proven that the unit leaves its inputs alone */
export function whyInputs(form) {
	const isSloppy = /with \(|arguments/.test(form);
	const { planned, proofs } = proofsOf(
		moduleOf(form).replace('export ', isSloppy ? '' : 'export '),
		isSloppy ? 'input.cjs' : 'input.mjs',
	);
	const [first] = planned.plans;
	return first ? proofs.whyInputs(first.unit) : 'it is not planned';
}

/** @param {string} source @returns {string | null} why it is not proven that `T` stays as it was loaded */
export function whyState(source) {
	const [first] = source.split('\n');
	const isCommonJs =
		/\b(exports|module|this|global)\b[.),]/.test(first) && !/\bexport /.test(first);
	const { planned, proofs } = isCommonJs
		? proofsOf(source.replace('export ', ''), 'input.cjs')
		: proofsOf(source);
	return proofs.whyState(planned.resolution.program.variables.get('T'));
}
