import('@lapidary/runtime/workers').then(({ worker }) => {
	worker.on('message', (value) => worker.reply(typeof require + value));
});
