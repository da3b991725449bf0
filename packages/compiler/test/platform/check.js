import { ROWS } from '../../src/knowledge/platform/table.js';
import { missingFunctions } from './inventory.js';
import { findDifferences } from './observe.js';

/**
 * Compares the table with the Node that runs this, in a process of its own: the test runner has other globals. It prints JSON.
 */
Error.stackTraceLimit = 0; // stacks differ from call to call
const rows = ROWS.filter(({ as }) => as !== 'value').flatMap((row) =>
	row.names.split(' ').map((name) => ({ path: row.of === '' ? name : `${row.of}.${name}`, row })),
);
const paths = rows.map(({ path, row }) => `${row.as ?? 'call'} ${path}`);
const { differences, compared } = await findDifferences(rows);
const report = {
	compared,
	missing: missingFunctions(),
	twice: paths.filter((path, index) => paths.indexOf(path) !== index),
	differences,
};
process.stdout.write(JSON.stringify(report, null, '\t'));
