/** @import { Lowered, Planned } from '../../ir/module.js' */
/** @import { CompileOptions } from '../../types.js' */
import { extended } from '../../ast/records.js';
import { lowerHost } from './host.js';
import { Names } from './names.js';
import { lowerWorker } from './worker.js';

/**
 * Turn the plan into changes of the host module and the pieces of the worker module, which is empty without units.
 *
 * @param {Planned} planned
 * @param {{ options: CompileOptions }} context
 * @returns {Lowered}
 */
export function lower(planned, { options }) {
	const names = new Names(planned);
	const host = lowerHost(planned, names, options);
	if (planned.plans.length === 0)
		return extended(planned, { host, worker: [], workerEdits: [], workerCopies: [] });
	return extended(planned, { host, ...lowerWorker(planned, names, options) });
}
