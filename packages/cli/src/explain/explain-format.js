import { badOptionValue } from '../diagnostics/codes.js';
import { CommandFailure } from '../diagnostics/command-failure.js';

/**
 * @param {Record<string, unknown>} given options of the command line
 * @returns {'pretty' | 'json'}
 * @throws {CommandFailure} LP7009
 */
export function resolveFormat({ format = 'pretty' }) {
	if (format === 'pretty' || format === 'json') return format;
	const params = { option: '--format', expected: 'pretty or json', value: String(format) };
	throw new CommandFailure(badOptionValue({ ...params, command: 'lapidary explain' }));
}
