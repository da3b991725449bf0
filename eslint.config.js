import jsdoc from 'eslint-plugin-jsdoc';
import globals from 'globals';

// A worker's built-ins are not the host's under Jest, and another realm's never are: use brands and `util.types`.
const BUILT_INS =
	'/^(Error|TypeError|RangeError|AggregateError|Map|Set|Date|RegExp|Promise|Array|Object|ArrayBuffer|SharedArrayBuffer|Uint8Array)$/';
const NO_BARRELS = { selector: 'ExportAllDeclaration', message: 'Name what is exported.' };
const NO_MODULE_STATE = {
	selector: ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration[kind="let"]',
	message: 'No module-level state: pass a record, or keep a registry that says so.',
};
const NO_BUILT_IN_INSTANCEOF = {
	selector: `BinaryExpression[operator="instanceof"][right.name=${BUILT_INS}]`,
	message: 'Values come from other threads and realms: use a brand or `util.types`.',
};

const KEPT_BUILT_INS = [
	...['Object', 'Reflect', 'Math', 'JSON', 'structuredClone'],
	...['Map', 'RegExp', 'Set', 'WeakMap', 'WeakSet'],
];

export default [
	{
		ignores: [
			'**/node_modules/',
			'packages/cli/dist/',
			'packages/runtime/dist/',
			'packages/*/.package/',
			'fixtures/*/**',
			'!fixtures/runner/**',
			'bench/results/',
			'bench/.out/',
			'ecosystem/.out/',
			'ecosystem/programs/',
			'coverage/',
		],
	},
	{
		files: ['**/*.js', '**/*.cjs'],
		plugins: { jsdoc },
		languageOptions: { ecmaVersion: 2024, globals: globals.nodeBuiltin },
		linterOptions: { reportUnusedDisableDirectives: 'error' },
		rules: {
			'array-callback-return': 'error',
			'constructor-super': 'error',
			eqeqeq: ['error', 'always', { null: 'ignore' }],
			'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
			'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
			'max-params': ['error', 4],
			'no-async-promise-executor': 'error',
			'no-cond-assign': 'error',
			'no-const-assign': 'error',
			'no-dupe-else-if': 'error',
			'no-dupe-keys': 'error',
			'no-duplicate-case': 'error',
			'no-empty': 'error',
			'no-fallthrough': 'error',
			'no-implicit-coercion': ['error', { boolean: false }],
			'no-redeclare': 'error',
			'no-restricted-syntax': ['error', NO_BARRELS],
			'no-self-assign': 'error',
			'no-undef': 'error',
			'no-unreachable': 'error',
			'no-unsafe-finally': 'error',
			'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
			'no-useless-catch': 'error',
			'no-var': 'error',
			'object-shorthand': 'error',
			'prefer-const': 'error',
			'use-isnan': 'error',
			'valid-typeof': 'error',
		},
	},
	{ files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs', globals: globals.node } },
	{
		files: ['packages/*/src/**', 'scripts/**', 'bench/lib/**', 'ecosystem/lib/**'],
		rules: {
			'jsdoc/check-param-names': 'error',
			'jsdoc/require-jsdoc': [
				'error',
				{ publicOnly: true, require: { ClassDeclaration: true, FunctionDeclaration: true } },
			],
		},
	},
	{
		files: ['packages/*/src/**'],
		rules: {
			'no-console': 'error',
			'no-restricted-syntax': ['error', NO_BARRELS, NO_MODULE_STATE],
		},
	},
	{
		// The compiler is pure: the same source and options give the same output, wherever it runs.
		files: ['packages/compiler/src/**'],
		ignores: ['packages/compiler/src/adapters/**'],
		rules: { 'no-restricted-globals': ['error', 'process', 'console', 'performance', 'fetch'] },
	},
	{
		files: ['packages/runtime/src/**'],
		rules: {
			'no-restricted-syntax': ['error', NO_BARRELS, NO_MODULE_STATE, NO_BUILT_IN_INSTANCEOF],
		},
	},
	{
		// A program may replace them while a call begins: primordials.js keeps the platform's own.
		files: ['packages/runtime/src/{host,protocol,worker}/**'],
		rules: { 'no-restricted-globals': ['error', ...KEPT_BUILT_INS] },
	},
	{
		files: [
			'packages/*/src/**/codes.js',
			'packages/cli/src/explain/catalogue.js',
			'packages/compiler/src/knowledge/**',
		],
		rules: { 'max-lines': 'off' },
	},
	{
		files: ['**/test/**', '**/*.test.js'],
		languageOptions: { globals: globals.jest },
		// A describe block has many lines by nature, and a row of `test.each` as many parameters as columns.
		rules: { 'max-lines-per-function': 'off', 'max-params': 'off' },
	},
	{
		// Code of the paper's figures, as it is printed there.
		files: ['examples/gems/**'],
		rules: { eqeqeq: 'off', 'object-shorthand': 'off', 'no-unused-vars': 'off' },
	},
];
