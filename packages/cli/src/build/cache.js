/** @import { Transformed } from './lower-source.js' */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { errorCode } from './paths.js';

/** Changes when entries of earlier versions cannot be read any more. */
const FORMAT = 6;

/**
 * Name a result by all that it depends on.
 *
 * @param {Record<string, unknown>} inputs JSON values; the order of their keys counts
 * @returns {string} 64 hexadecimal digits
 */
export function cacheKey(inputs) {
	const require = createRequire(import.meta.url);
	const versions = [
		'@lapidary/compiler/package.json',
		'@babel/core/package.json',
		'../../package.json',
	].map((manifest) => require(manifest).version);
	return sha256(JSON.stringify([FORMAT, versions, inputs]));
}

/**
 * @param {string} folder absolute
 * @param {string} key
 * @returns {Transformed | undefined} undefined when there is no entry, or one that is damaged
 */
export function readCache(folder, key) {
	let entry;
	try {
		entry = readFileSync(fileOf(folder, key), 'utf8');
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		return undefined;
	}
	const [checksum, json] = [entry.slice(0, 64), entry.slice(65)];
	return checksum === sha256(json) ? JSON.parse(json) : undefined;
}

/**
 * Keep a result. An entry appears whole, whoever else writes it at the same time. A cache that cannot be written costs
 * time and nothing else, so that is no failure.
 *
 * @param {string} folder absolute
 * @param {string} key
 * @param {Transformed} transformed
 */
export function writeCache(folder, key, transformed) {
	const file = fileOf(folder, key);
	const temporary = `${file}.${randomBytes(6).toString('hex')}`;
	const json = JSON.stringify(transformed);
	try {
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(temporary, `${sha256(json)}\n${json}`, { flag: 'wx' });
		renameSync(temporary, file);
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		rmSync(temporary, { force: true });
	}
}

/**
 * @param {string} folder absolute
 * @param {string} key
 * @returns {string} absolute; spread over 256 folders
 */
function fileOf(folder, key) {
	return path.join(folder, key.slice(0, 2), key.slice(2));
}

/**
 * @param {string} text
 * @returns {string} 64 hexadecimal digits
 */
function sha256(text) {
	return createHash('sha256').update(text).digest('hex');
}
