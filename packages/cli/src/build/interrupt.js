const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Clean up when the process is asked to end, and end it by the same signal, so that whoever sent it can tell.
 *
 * @param {() => void} cleanUp
 * @returns {() => void} stop listening
 */
export function onInterrupt(cleanUp) {
	/** @param {NodeJS.Signals} signal */
	const listener = (signal) => {
		stop();
		cleanUp();
		process.kill(process.pid, signal);
	};
	const stop = () => SIGNALS.forEach((signal) => process.off(signal, listener));
	SIGNALS.forEach((signal) => process.on(signal, listener));
	return stop;
}
