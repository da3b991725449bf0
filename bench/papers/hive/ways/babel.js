/** @import { Job, Transformed } from '../../../babel/types.js' */
import { close as closePools } from '@lapidary/runtime';
import { Hive } from '@lapidary/runtime/hive';

const url = new URL('../../../babel/src/transform-file.js', import.meta.url).href;
Hive.init(`let transformFile;
import('${url}').then((module) => {
	transformFile = module.transformFile;
});`);

/**
 * @param {Job[]} jobs largest first
 * @returns {Promise<Transformed[]>} in the order of `jobs`
 */
export function transformAll(jobs) {
	return Promise.all(jobs.map((job) => Hive.eval('transformFile', { args: [job] })));
}

export const close = () => closePools();
