setInterval(() => undefined, 1000);
throw new TypeError('not today');
