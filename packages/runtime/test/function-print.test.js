import { isLowered } from '../src/protocol/function-print.js';

// Text that lowering has written, as it stands in modules and as bundlers leave it, and text of programs that looks like it.

/** @param {string} text @returns {boolean} */
const judged = (text) => isLowered(new Function(`return (${text})`)());

test.each([
	'(x) => $lp_call($lp_run ??= $lp_unit("a.js#run", url), [x], $lp_print($lp_run, []))',
	'(x) => $lp_host.call($lp_run ??= $lp_host.unit("a.js#run", url), [x])',
	'(x) => (0, host.call)($lp_run ??= (0, host.unit)("a.js#run", url), [x], (0, host.print)($lp_run, []))',
	'(x) => $lp1_call$2($lp1_run$1 ??= $lp1_unit$2("a.js#run", url), [x])',
	'(rows) => { for (const row of rows) { if ($lp_stop[0] !== 0) $lp_stopped(); } }',
])('lowering has added to %s', (text) => {
	expect(judged(text)).toBe(true);
});

test.each([
	'(x) => x',
	'(rows) => rows.map(($lp_unit) => $lp_unit + 1)',
	'(rows) => rows.map(($lp_unit) => $lp_unit.n[0])',
	'($lp_call) => { const $lp_stop = [1]; return $lp_call($lp_stop[0]); }',
	'(x) => { function $lp_unit() {} class $lp_rows {} return $lp_unit($lp_rows.name); }',
	'(x) => x.$lp_units[0] + x.$lp_call()',
])('%s is as the program has it', (text) => {
	expect(judged(text)).toBe(false);
});
