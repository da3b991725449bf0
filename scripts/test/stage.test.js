import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reasonNotToRelease } from '../publish/release.js';
import {
	PUBLISHED,
	folderOf,
	readManifest,
	stagePackage,
	withAbsoluteLinks,
} from '../publish/stage.js';

const MANIFEST = {
	homepage: 'https://example.test/lapidary#readme',
	repository: { url: '', directory: 'packages/cli' },
};

test.each([
	[
		'[a](../../docs/gem.md#where)',
		'[a](https://example.test/lapidary/blob/main/docs/gem.md#where)',
	],
	['[b](src/main.js)', '[b](https://example.test/lapidary/blob/main/packages/cli/src/main.js)'],
	['[c](#check) and [d](https://nodejs.org/)', '[c](#check) and [d](https://nodejs.org/)'],
])('relative links of a README lead into the repository: %s', (markdown, expected) => {
	expect(withAbsoluteLinks(markdown, MANIFEST)).toBe(expected);
});

test.each(PUBLISHED)('what is published of %s', async (name) => {
	const folder = mkdtempSync(path.join(tmpdir(), 'lapidary-stage-'));
	try {
		await stagePackage(name, folder);
		const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
		expect(manifest).toMatchObject({
			version: readManifest(name).version,
			publishConfig: { access: 'public' },
		});
		expect(manifest.repository.directory).toBe(`packages/${name}`);
		expect(manifest.keywords).toContain('lapidary');
		expect(manifest).not.toHaveProperty('scripts');
		expect(manifest).not.toHaveProperty('devDependencies');
		expect(readdirSync(folder)).toEqual(
			expect.arrayContaining(['LICENSE', 'README.md', 'messages']),
		);
		expect(readFileSync(path.join(folder, 'README.md'), 'utf8')).not.toMatch(/\]\(\.{0,2}\//);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

test.each(PUBLISHED)('`npm publish` in the folder of %s is refused', (name) => {
	const env = { ...process.env, LAPIDARY_RELEASE: '' };
	const options = /** @type {const} */ ({ cwd: folderOf(name), env, encoding: 'utf8' });
	const { status, stderr } = spawnSync('npm', ['run', '--silent', 'prepublishOnly'], options);
	expect({ status, stderr }).toEqual({
		status: 1,
		stderr: expect.stringContaining('npm run release'),
	});
});

test('a release is made from main, of what is committed', () => {
	expect(reasonNotToRelease({ branch: 'main', changes: '' })).toBeUndefined();
	expect(reasonNotToRelease({ branch: 'next', changes: '' })).toContain('`next`');
	expect(reasonNotToRelease({ branch: 'main', changes: ' M README.md' })).toContain('README.md');
});
