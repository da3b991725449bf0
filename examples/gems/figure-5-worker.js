import { worker } from '@lapidary/runtime/workers';

const someFunctionOf = (input, result) => input * input + result;

// GEMs received: `input` is read-only, and `result` is partitioned
worker.on('message', function (input, result) {
	// Access read-only and partitioned GEMs
	let sum = 0;
	result.getRange(function (from, to) {
		for (let r = from; r < to; r++) {
			result[r] = someFunctionOf(input[r], result[r]);
			sum += result[r];
		}
	});
	// The onSet meta API prevents accesses outside of "getRange"
	let violation = 'none';
	try {
		result[42] = 42; // throws an except.
	} catch (refusal) {
		violation = refusal;
	}
	worker.reply({ sum, violation });
});
