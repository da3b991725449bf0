// [GEM16 Fig. 1], with a first listener that takes its time.
import { worker } from '@lapidary/runtime/workers';

let keys;

worker
	.on('multicast', async (msg) => {
		await new Promise((resolve) => setTimeout(resolve, 5));
		keys = msg;
	})
	.on('scatter', (msg) => {
		const registry = msg;
		const result = {};
		for (const k in keys) {
			let total = 0;
			for (const token in registry) if (registry[token] === keys[k]) total++;
			result[keys[k]] = total;
		}
		worker.reply(result);
	});
