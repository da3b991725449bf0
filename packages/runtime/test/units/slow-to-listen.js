import { worker } from '@lapidary/runtime/workers';

await new Promise((resolve) => setTimeout(resolve, 20));
setTimeout(() => {
	worker.on('scatter', (part) => worker.reply(part));
	worker.on('multicast', () => undefined);
}, 20);
