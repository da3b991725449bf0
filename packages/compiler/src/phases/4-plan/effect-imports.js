/** @import { Planned } from '../../ir/module.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
import { importForEffects } from '../../diagnostics/codes.js';
import { effectSource } from '../../ir/effect-source.js';
import { namesInWorkers } from '../../ir/worker-names.js';

/**
 * Point out imports for their effects, which stay on the host as long as no link has looked into them: what they put into globals
 * and prototypes is not there in a worker, and neither is what they do to other modules. Nothing to say about code that names nothing.
 *
 * @param {Omit<Planned, 'classes'>} planned
 * @param {Reporter} reporter LP3007
 */
export function reportEffectImports(planned, reporter) {
	const { slice, imports } = planned;
	const stays = slice.filter(({ fragment, kept }) => !kept && effectSource(fragment) !== null);
	if (stays.length === 0 || imports.size + namesInWorkers(planned).length === 0) return;
	for (const { fragment } of stays)
		importForEffects(reporter, fragment.statement, { source: String(effectSource(fragment)) });
}
