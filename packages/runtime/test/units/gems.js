import { AtomicLK } from '@lapidary/runtime/gem';
import { worker } from '@lapidary/runtime/workers';

worker
	.on('multicast', (registry, keys, finalResult) => {
		for (const k in keys.subset())
			for (const token in registry)
				if (registry[token] === keys[k])
					finalResult.atomic(() => {
						finalResult[keys[k]] = finalResult[keys[k]] + 1 || 1;
					});
		worker.reply('done!');
	})
	.on('scatter', (gem) => worker.reply(gem.length))
	.on('message', async (n, gem, words) => {
		if (n === 'hold') {
			gem.atomic(() => {
				Atomics.store(words, 0, 1);
				Atomics.notify(words, 0);
				Atomics.wait(words, 0, 1, 300); // a long block: the other thread has to wait for its end
				gem.n = 1;
			});
			worker.reply('held');
			return;
		}
		if (n === 'late') {
			Atomics.wait(words, 0, 0);
			void gem.atomicAsync(() => gem.n).then((value) => worker.reply(value));
			return;
		}
		const { Tally } = await import('./tally.js');
		worker.reply(n === undefined ? AtomicLK.create({ n: 1 }) : Tally.create({ n }));
	});
