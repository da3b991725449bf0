/** @import { CommanderError } from 'commander' */
import { OPTIONS } from './config/options.js';
import { suggest } from './config/suggest.js';
import {
	missingArgument,
	surplusArgument,
	unknownCommand,
	unknownOption,
} from './diagnostics/codes.js';
import { CommandFailure } from './diagnostics/command-failure.js';

const COMMANDS = /** @type {const} */ (['init', 'build', 'check', 'types', 'run', 'explain']);

/**
 * Say in a diagnostic what commander says in a sentence.
 *
 * @param {CommanderError} error
 * @param {string[]} argv
 * @returns {CommandFailure}
 */
export function describeUsageError(error, argv) {
	const name = COMMANDS.find((one) => argv.includes(one));
	const command = name ? `lapidary ${name}` : 'lapidary';
	const [, subject = ''] = /'([^']*)'/.exec(error.message) ?? [];
	const hint = `\`${command} --help\` shows what it takes`;
	switch (error.code) {
		case 'commander.unknownOption':
			return new CommandFailure(
				unknownOption({ option: subject, command, hint: optionHint(subject, name, command) }),
			);
		case 'commander.unknownCommand':
			return new CommandFailure(unknownCommand({ command: subject, hint: commandHint(subject) }));
		case 'commander.excessArguments': {
			const [, expected = '1', count = '2'] =
				/Expected (\d+) arguments? but got (\d+)/.exec(error.message) ?? [];
			const what = `${expected} argument${expected === '1' ? '' : 's'}`;
			return new CommandFailure(surplusArgument({ command, expected: what, count }));
		}
		case 'commander.missingArgument':
			return new CommandFailure(missingArgument({ command, what: `<${subject}>`, hint }));
		case 'commander.optionMissingArgument': {
			const what = `a value for \`${subject}\``;
			return new CommandFailure(missingArgument({ command, what, hint }));
		}
		case 'commander.help':
			return new CommandFailure(missingArgument({ command, what: 'a command', hint }));
		default:
			throw error;
	}
}

/**
 * @param {string} option as it was written
 * @param {typeof COMMANDS[number] | undefined} name of the command
 * @param {string} command
 * @returns {string}
 */
function optionHint(option, name, command) {
	const known = OPTIONS.filter(({ commands }) => !name || commands.includes(name)).map(longFlag);
	// What all of them begin with would make any two alike.
	const bare = (/** @type {string} */ flag) => flag.replace(/^-+|=.*$/gs, '');
	const meant = suggest(bare(option), [...known, '--help', '--version'].map(bare));
	if (meant) return `did you mean \`--${meant}\`?`;
	return `\`${command} --help\` lists the options`;
}

/**
 * @param {{ flags: string }} option
 * @returns {string} '--jobs'
 */
function longFlag({ flags }) {
	return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

/**
 * @param {string} word
 * @returns {string}
 */
function commandHint(word) {
	const meant = suggest(word, COMMANDS);
	return meant
		? `did you mean \`${meant}\`?`
		: `the commands are ${COMMANDS.join(', ').replace(/, (\w+)$/, ' and $1')}`;
}
