// The two programs of [HIVE]: text that is evaluated by a pool of threads, and by one that keeps its state.
import { Hive, Vat } from '@lapidary/runtime/hive';

function fib(n) {
	return n < 2 ? 1 : fib(n - 2) + fib(n - 1);
}

Hive.init(fib.toString());
Hive.eval('fib(35);', (err, res) => {
	if (err) throw err;
	console.log(res); // 14930352
});

function sum(a, b) {
	return a + b;
}

const vat = Vat();
const sumPromise = vat.eval(sum.toString());
const result = sumPromise(3, 5);
console.log(await result); // 8
