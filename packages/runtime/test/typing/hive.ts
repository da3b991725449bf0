// What editors know of evaluated text: checked by `npm run types`, never run.
import { Hive, Vat, type EvalOptions, type VatInstance } from '@lapidary/runtime/hive';

Hive.init('const n = 1', { pool: 'render', priority: 'low', timeoutMs: 5 });
// @ts-expect-error text only
Hive.init(() => 1);
// @ts-expect-error there is no such option
Hive.init('1', { threads: 2 });

const options: EvalOptions = { args: [1], signal: new AbortController().signal };
export const one: Promise<number> = Hive.eval('n', options);
export const nothing: void = Hive.eval('n', (error, result) => [error, result]);
export const none: void = Hive.eval('n', options, (error: Error | null, result: number) => [
	error,
	result,
]);
// @ts-expect-error a callback or options
Hive.eval('n', 3);

const vat: VatInstance = Vat({ name: 'counter', resourceLimits: { stackSizeMb: 4 } });
const sum = vat.eval<(a: number, b: number) => number>('(a, b) => a + b');
// @ts-expect-error arguments are those of the function
void sum('a', 1);
type Counter = { n: number; add(k: number): Promise<number>; readonly parts: string[] };
const counter = vat.eval<Counter>('makeCounter()');

export async function use(): Promise<number> {
	const total: number = await sum(1, 2);
	const again: number = await (await sum)(1, 2);
	const added: number = await counter.add(3);
	const n: number = await counter.n;
	const part: string = await counter.parts[0];
	const length: number = (await counter.parts.join(', ')).length;
	// @ts-expect-error there is no such method
	void counter.subtract(1);
	// @ts-expect-error it is in the vat, and has to be waited for
	const early: number = counter.n;
	const any: string = await vat.eval('whatever').it.has;
	await vat.close({ force: true });
	return total + again + added + n + part.length + length + early + any.length;
}
