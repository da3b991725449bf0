/** @import { AddressInfo } from 'node:net' */
import { createServer } from 'node:http';

/** @param {number} n @returns {number} */
function fib(n) {
	return n < 2 ? 1 : fib(n - 2) + fib(n - 1);
}

const server = createServer((request, response) => {
	response.end(String(fib(Number(request.url?.slice(1)))));
});
server.listen(0, '127.0.0.1', () => {
	process.send?.(/** @type {AddressInfo} */ (server.address()).port);
});
