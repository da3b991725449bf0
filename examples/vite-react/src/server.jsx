// Renders the page, and answers what it asks for later. While a thread computes, other requests are answered.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { renderToString } from 'react-dom/server';
import { Page } from './page.jsx';
import { countPrimes } from './primes.js';

const PAGE = new URL('../page/', import.meta.url);
const TYPES = {
	js: 'text/javascript',
	css: 'text/css',
	json: 'application/json',
	html: 'text/html',
};

/** @param {URL} url @returns {Promise<[type: keyof typeof TYPES, body: string | Buffer]>} */
async function answer({ pathname, searchParams }) {
	const limit = Number(searchParams.get('limit') ?? 100_000);
	if (pathname === '/primes') return ['json', JSON.stringify(await countPrimes(limit))];
	const [, asset, type] = /^\/(assets\/[\w-]+\.(js|css))$/.exec(pathname) ?? [];
	if (asset) return [/** @type {'js'} */ (type), await readFile(new URL(asset, PAGE))];
	const html = await readFile(new URL('index.html', PAGE), 'utf8');
	const page = renderToString(<Page limit={limit} count={await countPrimes(limit)} />);
	return ['html', html.replace('<!--page-->', () => page)];
}

const server = createServer(async (request, response) => {
	try {
		const [type, body] = await answer(new URL(String(request.url), 'http://localhost'));
		response.setHeader('content-type', TYPES[type]).end(body);
	} catch (error) {
		console.error(error);
		response.writeHead(500).end();
	}
});
server.listen(Number(process.env.PORT ?? 3000), () => {
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : address;
	console.log(`http://localhost:${port}`);
});
