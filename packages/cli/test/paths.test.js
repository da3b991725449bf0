import path from 'node:path';
import { filesLike } from '../../compiler/src/link/program.js';
import { namesBelow } from '../../compiler/src/link/compare-states.js';
import { patternOf, urlFrom } from '../src/build/paths.js';

describe('a URL from a folder to a file', () => {
	test.each([
		['POSIX', path.posix, '/me/dist', '/me/src/a.js', '../src/a.js'],
		['POSIX, a name with a backslash', path.posix, '/me', '/me/a\\b.js', 'a%5Cb.js'],
		['Windows', path.win32, 'C:\\me\\dist', 'C:\\me\\src\\a.js', '../src/a.js'],
		['Windows, without regard to case', path.win32, 'c:\\Me', 'C:\\me\\src\\a.js', 'src/a.js'],
		[
			'Windows, another drive',
			path.win32,
			'C:\\me',
			'D:\\my src\\a.js',
			'file:///D:/my%20src/a.js',
		],
		['Windows, a share', path.win32, '\\\\host\\me', '\\\\host\\me\\src\\a.js', 'src/a.js'],
		['Windows, another share', path.win32, 'C:\\me', '\\\\host\\me\\a.js', 'file://host/me/a.js'],
	])('%s', (_title, platform, folder, file, url) => {
		expect(urlFrom(folder, file, encodeURIComponent, platform)).toBe(url);
	});
});

test('a backslash separates folders in a pattern on Windows, and escapes elsewhere', () => {
	expect(patternOf('src\\gen\\*.js', path.win32)).toBe('src/gen/*.js');
	expect(patternOf('src/\\[id\\].js', path.posix)).toBe('src/\\[id\\].js');
});

describe('the link knows paths of both systems', () => {
	test.each([
		['/me/src/a.js', '/me/lib/lang-de.js', '/me/lib/deep/lang-de.js'],
		['C:\\me\\src\\a.js', 'C:\\me\\lib\\lang-de.js', 'C:\\me\\lib\\deep\\lang-de.js'],
	])('files like a specifier of %s', (from, found, other) => {
		const pattern = filesLike('../lib/lang-*.js', from);
		expect([pattern.test(found), pattern.test(other)]).toEqual([true, false]);
	});

	test('names below the folder that all modules are in', () => {
		const modules = ['C:\\me\\src\\a.js', 'C:\\me\\lib\\b.js'].map((filename) => ({ filename }));
		const nameOf = namesBelow(
			/** @type {any} */ ({ modules: new Map(modules.map((one) => [one.filename, one])) }),
		);
		expect(modules.map((one) => nameOf(/** @type {any} */ (one)))).toEqual([
			'src/a.js',
			'lib/b.js',
		]);
	});
});
