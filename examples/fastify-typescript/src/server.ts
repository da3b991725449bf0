import Fastify, { type FastifyInstance } from 'fastify';
import { countPrimes } from './primes.js';

export function createServer(): FastifyInstance {
	const server = Fastify();
	server.get<{ Querystring: { limit?: string } }>('/primes', async ({ query }) => ({
		count: await countPrimes(Number(query.limit ?? 1_000_000)),
	}));
	server.get('/health', async () => 'ok');
	return server;
}
