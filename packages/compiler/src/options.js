/** @import { CompileOptions } from './types.js' */

const KNOWN = [
	'filename',
	'id',
	'sourceType',
	'inputSourceMap',
	'worker',
	'parserPlugins',
	'strict',
	'cancellation',
	'gems',
	'verify',
	'link',
	'linked',
	'constants',
];

/**
 * Refuse options that cannot mean what their author wanted.
 *
 * @param {unknown} source
 * @param {CompileOptions} options
 * @throws {TypeError} naming the option and what it takes
 */
export function checkOptions(source, options) {
	if (typeof source !== 'string') throw new TypeError('compile: the source must be a string');
	if (typeof options?.filename !== 'string' || options.filename === '') {
		throw new TypeError('compile: options.filename must be a path; it need not exist');
	}
	for (const key of Object.keys(options)) {
		if (!KNOWN.includes(key)) {
			throw new TypeError(`compile: unknown option '${key}'; the options are ${KNOWN.join(', ')}`);
		}
	}
	const { sourceType, worker, gems } = options;
	if (sourceType !== undefined && sourceType !== 'module' && sourceType !== 'commonjs') {
		throw new TypeError(
			`compile: options.sourceType is 'module' or 'commonjs', not '${sourceType}'`,
		);
	}
	if (worker && !isLocation(worker.locate)) {
		throw new TypeError(
			`compile: options.worker.locate is 'file', 'query' or a function, not '${worker.locate}'`,
		);
	}
	const { constants = [] } = options;
	if (!Array.isArray(constants) || !constants.every((one) => typeof one === 'string'))
		throw new TypeError('compile: options.constants is an array of names');
	if (gems !== undefined && gems !== 'lower' && gems !== 'general')
		throw new TypeError(`compile: options.gems is 'lower' or 'general', not '${gems}'`);
}

/** @param {unknown} locate @returns {boolean} */
const isLocation = (locate) =>
	locate === 'file' || locate === 'query' || typeof locate === 'function';
