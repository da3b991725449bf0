const { work } = await import(`../plain/${process.argv[2]}.js`);

process.on('message', (/** @type {any} */ { chunk, from }) => process.send?.(work(chunk, from)));
process.send?.('ready');
