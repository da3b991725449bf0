import { worker } from '@lapidary/runtime/workers';

let keys;
// callbacks for multicast and scatter
worker
	.on('multicast', function (msg) {
		keys = msg;
	})
	.on('scatter', function (msg) {
		const registry = msg;
		const result = {};
		// scan received part of document
		for (const k in keys) {
			let total = 0;
			for (const token in registry) if (registry[token] == keys[k]) total++;
			result[keys[k]] = total;
		}
		worker.reply(result);
	});
