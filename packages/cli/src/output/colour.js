/**
 * Whether to use colours on a stream: on a terminal only, unless the environment says otherwise.
 *
 * @param {{ isTTY?: boolean }} stream
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {boolean}
 */
export function hasColour(stream, { NO_COLOR, FORCE_COLOR, TERM } = process.env) {
	if (NO_COLOR) return false;
	if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
	return Boolean(stream.isTTY) && TERM !== 'dumb';
}
