// The scenes as they are written, and as the compiler lowers them.
import { readFileSync } from 'node:fs';
import { compile } from '@lapidary/compiler';
import * as publicModule from '../../../src/gem/index.js';
import * as gemModule from '../../../src/internal/gem.js';
import { scenes } from './scenes.js';

/** @type {Record<string, object>} */
const IMPORTS = {
	'@lapidary/runtime/gem': publicModule,
	'@lapidary/runtime/internal/gem': gemModule,
};

const FILE = new URL('scenes.js', import.meta.url);

/** @returns {{ scenes: typeof scenes, sites: number }} and how many places were lowered */
function compiled() {
	const source = readFileSync(FILE, 'utf8').replace(
		'../../../src/gem/index.js',
		'@lapidary/runtime/gem',
	);
	const { code, diagnostics } = compile(source, {
		filename: 'scenes.js',
		id: 'overflow/scenes.js',
	});
	const errors = diagnostics.filter(({ severity }) => severity === 'error');
	if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
	const text = code
		.replace('export const scenes', 'const scenes')
		.replaceAll(
			/import \{([^}]*)\} from ["']([^"']+)["'];/g,
			(_, names, from) =>
				`const {${names.replaceAll(' as ', ': ')}} = $imports[${JSON.stringify(from)}];`,
		);
	const sites = new Set(code.match(/\$lp_a\d+\b/g)).size;
	return {
		scenes: new Function('$imports', `'use strict'; ${text}\nreturn scenes;`)(IMPORTS),
		sites,
	};
}

export const paths = { plain: () => ({ scenes, sites: 0 }), compiled };
