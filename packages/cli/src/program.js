import { Command, Option } from 'commander';
import { OPTIONS } from './config/options.js';
import { readVersion } from './version.js';

const EXAMPLES = {
	init: `
Examples:
  $ lapidary init
  $ lapidary init --dry-run
  $ lapidary init --yes
  $ lapidary init --undo

Run it in the folder with package.json. It shows what it would change, and asks; what it cannot edit with certainty it
prints for you to write. \`--undo\` refuses where a file has changed since.`,
	build: `
Examples:
  $ lapidary build src --out-dir dist
  $ lapidary build src --out-dir dist --strip-types --source-maps
  $ lapidary build src --out-dir dist --jobs 4 --watch

Files without an annotation are copied, unless they have loops that access GEMs. Nothing appears in the out-dir unless all files are fine.`,
	check: `
Examples:
  $ lapidary check src
  $ lapidary check src --strict --format github
  $ lapidary check src test --format sarif > lapidary.sarif
  $ lapidary check . --fix

Nothing is written without --fix.`,
	types: `
Examples:
  $ lapidary types src --write
  $ lapidary types src --types-dir dist --write
  $ lapidary types src --types-dir dist/types --out-dir types
  $ lapidary types src --types-dir dist --check

Run it after the tool that emits declarations: a function without \`async\` returns a promise once it is lowered.
One of --write, --out-dir and --check says what becomes of them.`,
	run: `
Examples:
  $ lapidary run app.js
  $ lapidary run src/server.ts --port 8080

What follows the file goes to the program. The status is the program's.`,
	explain: `
Examples:
  $ lapidary explain src/score.js
  $ lapidary explain src/score.js#makeScorer.score
  $ lapidary explain src/score.js:12 --format json
  $ lapidary explain LP2003`,
};

/**
 * Describe the command line. What a command does is loaded when it is called.
 *
 * @param {(status: number) => void} onStatus
 * @returns {Command}
 */
export function createProgram(onStatus) {
	const program = new Command('lapidary')
		.description('Lowers functions that say "use cpu_bound" to parallel workers.')
		.version(readVersion(), '-V, --version', 'print the version')
		.helpOption('-h, --help', 'print this help')
		.helpCommand('help [command]', 'print the help of a command')
		.enablePositionalOptions()
		.exitOverride()
		// what is wrong is reported as a diagnostic, by main
		.configureOutput({ outputError() {} })
		.addHelpText(
			'after',
			`
Examples:
  $ lapidary init
  $ lapidary build src --out-dir dist
  $ lapidary run app.js

Exit status: 0 fine, 1 diagnostics or a failed program, 2 a command line that is not understood.`,
		);
	addInit(program, onStatus);
	addBuild(program, onStatus);
	addCheck(program, onStatus);
	addTypes(program, onStatus);
	addRun(program, onStatus);
	addExplain(program, onStatus);
	return program;
}

/**
 * @param {Command} program
 * @param {(status: number) => void} onStatus
 */
function addInit(program, onStatus) {
	addCommand(program, 'init', 'set a project up: dependencies, plugins and scripts').action(
		async (options) => {
			const { init } = await import('./commands/init.js');
			onStatus(await init(options));
		},
	);
}

/**
 * @param {Command} program
 * @param {(status: number) => void} onStatus
 */
function addBuild(program, onStatus) {
	addCommand(program, 'build', 'lower a codebase into an out-dir')
		.argument('<paths...>', 'folders, files or patterns; each folder keeps its tree')
		.action(async (paths, options) => {
			const { build } = await import('./commands/build.js');
			onStatus(await build(paths, options));
		});
}

/**
 * @param {Command} program
 * @param {(status: number) => void} onStatus
 */
function addCheck(program, onStatus) {
	addCommand(program, 'check', 'report what a build would report, without an output')
		.argument('<paths...>', 'folders, files or patterns')
		.action(async (paths, options) => {
			const { check } = await import('./commands/check.js');
			onStatus(await check(paths, options));
		});
}

/**
 * @param {Command} program
 * @param {(status: number) => void} onStatus
 */
function addTypes(program, onStatus) {
	addCommand(program, 'types', 'type units in declaration files as their calls behave')
		.argument('<paths...>', 'folders, files or patterns of the sources')
		.action(async (paths, options) => {
			const { types } = await import('./commands/types.js');
			onStatus(await types(paths, options));
		});
}

/**
 * @param {Command} program
 * @param {(status: number) => void} onStatus
 */
function addRun(program, onStatus) {
	addCommand(program, 'run', 'run a program, lowered on the fly')
		.argument('<file>', 'an ES module, a CommonJS module or TypeScript')
		.argument('[args...]', 'arguments of the program')
		.passThroughOptions()
		.action(async (file, args, options) => {
			const { run } = await import('./commands/run.js');
			onStatus(await run(file, args, options));
		});
}

/**
 * @param {Command} program
 * @param {(status: number) => void} onStatus
 */
function addExplain(program, onStatus) {
	addCommand(program, 'explain', 'show what becomes of a file, or what a code means')
		.argument('<what>', 'file, file#function, file:line, or a code such as LP2003')
		.addOption(new Option('-f, --format <format>', 'pretty or json (default: pretty)'))
		.action(async (what, options) => {
			const { explain } = await import('./commands/explain.js');
			onStatus(await explain(what, options));
		});
}

/**
 * @param {Command} program
 * @param {keyof typeof EXAMPLES} name
 * @param {string} description
 * @returns {Command}
 */
function addCommand(program, name, description) {
	const command = program
		.command(name)
		.description(description)
		.helpOption('-h, --help', 'print this help');
	for (const { flags, description: text, type, commands } of OPTIONS) {
		if (!commands.includes(name)) continue;
		const option = new Option(flags, text);
		if (type === 'patterns') option.argParser(collect);
		command.addOption(option);
	}
	return command.addHelpText('after', EXAMPLES[name]);
}

/**
 * @param {string} value
 * @param {string[]} [earlier]
 * @returns {string[]}
 */
function collect(value, earlier = []) {
	return [...earlier, value];
}
