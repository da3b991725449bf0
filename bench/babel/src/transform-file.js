/** @import { Job, Transformed } from '../types.js' */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { transformSync } from '@babel/core';
import presetEnv from '@babel/preset-env';
import presetTypeScript from '@babel/preset-typescript';

const PRESETS = [presetEnv, presetTypeScript];

/**
 * Translate one file for old engines and write it with its source map.
 *
 * @param {Job} job
 * @returns {Promise<Transformed>}
 */
export async function transformFile({ input, output }) {
	'use cpu_bound';
	const result = transformSync(readFileSync(input, 'utf8'), {
		filename: input,
		sourceFileName: basename(input),
		presets: PRESETS,
		sourceMaps: true,
		configFile: false,
		babelrc: false,
	});
	const code = `${result?.code}\n//# sourceMappingURL=${basename(output)}.map\n`;
	const map = JSON.stringify(result?.map);
	mkdirSync(dirname(output), { recursive: true });
	writeFileSync(output, code);
	writeFileSync(`${output}.map`, map);
	return {
		output,
		bytes: Buffer.byteLength(code) + Buffer.byteLength(map),
		hash: createHash('sha256').update(code).update(map).digest('hex'),
	};
}
