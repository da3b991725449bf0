/**
 * The one file that every thread of a pool loads, before its first unit. It imports nothing of the user's, so that it
 * cannot fail for reasons of the user's: worker modules are imported later, one call at a time.
 */
import { registry } from '../protocol/registry.js';
import { stopped } from './running.js';

export { runTask } from './run.js';

registry.isWorker = true;
registry.stopped = stopped;
