/**
 * What a call of a function of the host's gives: a promise that knows whether anybody waits for it.
 *
 * What a dropped call throws must neither be lost nor end the thread, as an unhandled rejection would.
 *
 * @template T
 * @extends {Promise<T>}
 */
export class HostResult extends Promise {
	isAwaited = false;

	/** @override */
	static get [Symbol.species]() {
		return Promise;
	}

	/**
	 * `await`, `catch` and the like call it, too.
	 *
	 * @override
	 * @type {Promise<T>['then']}
	 */
	then(onFulfilled, onRejected) {
		this.isAwaited = true;
		return super.then(onFulfilled, onRejected);
	}

	/** Its error is somebody else's business. */
	silence() {
		void super.then(undefined, () => undefined);
	}
}
