import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * Answer requests with what a function gives for their paths.
 *
 * @param {(path: string) => string | undefined | Promise<string | undefined>} answer
 * @returns {Promise<number>} port on loopback
 */
export async function listen(answer) {
	const server = createServer(async (request, response) => {
		const body = await answer(request.url?.slice(1) ?? '');
		response.writeHead(body === undefined ? 404 : 200, {
			'content-type': 'text/plain',
			'content-length': Buffer.byteLength(body ?? ''),
		});
		response.end(body);
	});
	server.keepAliveTimeout = 60_000;
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
}
