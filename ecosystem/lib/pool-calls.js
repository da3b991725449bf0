/** @param {ReturnType<import('@lapidary/runtime').stats>} stats @returns {number} calls that a thread of the pool has answered */
export const callsOnPool = ({ units }) =>
	Object.values(units).reduce((sum, one) => sum + one.completed + one.failed - one.inlineRuns, 0);
