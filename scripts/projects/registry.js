// A registry on this machine that has the packages of this repository as they would be published, and sends requests for
// all others on to the registry of npm: commands of the documentation run as they are written, before a release too.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import path from 'node:path';
import { readManifest } from '../publish/stage.js';

/**
 * @typedef {object} Registry
 * @property {string} url 'http://127.0.0.1:4873/'
 * @property {() => void} close
 */

/**
 * @param {Record<string, string>} tarballs as `packAll` gives them
 * @param {string} upstream URL of the registry that has all other packages
 * @returns {Promise<Registry>}
 */
export async function startRegistry(tarballs, upstream) {
	/** @type {Map<string, { file: string, manifest: ReturnType<typeof readManifest> }>} */
	const packages = new Map();
	for (const [folder, file] of Object.entries(tarballs)) {
		const manifest = readManifest(/** @type {any} */ (folder));
		packages.set(manifest.name, { file, manifest });
	}
	let url = '';
	const server = createServer((request, response) => {
		const name = decodeURIComponent(String(request.url)).replace(/^\/|\?.*$/g, '');
		const found = packages.get(name.replace(/\/-\/.*$/, ''));
		if (!found) {
			response.writeHead(302, { location: new URL(String(request.url).slice(1), upstream).href });
			response.end();
			return;
		}
		const content = readFileSync(found.file);
		if (name.includes('/-/')) response.end(content);
		else response.end(JSON.stringify(describePackage(found, content, url)));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	url = `http://127.0.0.1:${port}/`;
	return {
		url,
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}

/**
 * @param {{ file: string, manifest: ReturnType<typeof readManifest> }} entry
 * @param {Buffer} content of the tarball
 * @param {string} url of this registry
 * @returns {object} what a registry says of a package
 */
function describePackage({ file, manifest }, content, url) {
	const { name, version } = manifest;
	const published = { ...manifest, scripts: undefined, devDependencies: undefined };
	const dist = {
		tarball: `${url}${name}/-/${path.basename(file)}`,
		integrity: `sha512-${createHash('sha512').update(content).digest('base64')}`,
		shasum: createHash('sha1').update(content).digest('hex'),
	};
	return {
		name,
		'dist-tags': { latest: version },
		versions: { [version]: { ...published, dist } },
	};
}
