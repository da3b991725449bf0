/** @import { ESLint, Linter } from 'eslint' */
import { readFileSync } from 'node:fs';
import { DIAGNOSTICS } from '../../diagnostics/list.js';
import { createRule } from './rule.js';

const NAMESPACE = '@lapidary';

/** Rules by the names of the diagnostics: all that one file by itself shows. What a link finds is for `lapidary check`. */
const FILE_LOCAL = DIAGNOSTICS.filter(({ isFileLocal }) => isFileLocal);

const { version } = JSON.parse(
	readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);

/**
 * The compiler as an ESLint plugin, for flat configurations: what a build would refuse or warn of is shown
 * while it is written. Each diagnostic is a rule, so that each can be turned off by the usual comments.
 *
 * @example
 * // eslint.config.js
 * import lapidary from '@lapidary/compiler/eslint';
 * export default [lapidary.configs.recommended];
 */
const plugin = {
	meta: { name: '@lapidary/compiler/eslint', version, namespace: NAMESPACE },
	rules: Object.fromEntries(FILE_LOCAL.map((one) => [one.slug, createRule(one)])),
	configs: {
		/** As a build does: errors are errors, warnings warn, notes are off. */
		recommended: configOf('recommended', { error: 'error', warning: 'warn', note: 'off' }),
		/** As `--strict` does: warnings are errors, notes warn. */
		strict: configOf('strict', { error: 'error', warning: 'error', note: 'warn' }),
	},
};

/**
 * @param {string} name
 * @param {Record<string, Linter.RuleSeverity>} severities by the diagnostic's own
 * @returns {Linter.Config} without the plugin, which does not exist yet
 */
function configOf(name, severities) {
	const rules = FILE_LOCAL.map(({ slug, severity }) => [
		`${NAMESPACE}/${slug}`,
		severities[severity],
	]);
	return { name: `${NAMESPACE}/${name}`, plugins: {}, rules: Object.fromEntries(rules) };
}

for (const config of Object.values(plugin.configs)) {
	config.plugins = { [NAMESPACE]: /** @type {ESLint.Plugin} */ (plugin) };
}

export default plugin;
