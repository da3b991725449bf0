import { worker } from '@lapidary/runtime/workers';

// callback executed when the three GEMs are received
worker.on('multicast', function (registry, keys, finalResult) {
	for (const k in keys.subset())
		for (const token in registry)
			if (registry[token] == keys[k])
				finalResult.atomic(function () {
					finalResult[k] = finalResult[k] + 1 || 1;
				});
	worker.reply('done!');
});
