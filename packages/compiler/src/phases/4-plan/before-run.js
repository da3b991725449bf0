/** @import { Planned } from '../../ir/module.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
import { checkGemBlocks } from './gem-blocks.js';
import { checkGemWrites } from './gem-writes.js';
import { checkGivenArguments } from './given-arguments.js';
import { checkGrowingTables } from './growing-tables.js';
import { checkUnknownMethods } from './unknown-methods.js';

/**
 * Point out what is refused when the program runs, or costs more and more then, where the text shows it already.
 *
 * @param {Omit<Planned, 'classes'>} planned
 * @param {Reporter} reporter LP2054, LP2055, LP4002, LP4010, LP5040
 */
export function reportBeforeRun(planned, reporter) {
	checkGrowingTables(planned, reporter);
	checkUnknownMethods(planned, reporter);
	const units = planned.plans.map(({ unit }) => unit);
	checkGemBlocks(planned, units, reporter);
	checkGemWrites(planned, units, reporter);
	checkGivenArguments(planned, reporter);
}
