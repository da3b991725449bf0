/** @import { LinkContext } from '@lapidary/compiler/link-files' */
/** @import { SourceFile } from '../types.js' */
import { createClosedCheck } from './closed.js';
import { createOutsideCheck } from './outside.js';
import { createResolver } from './resolver.js';

/**
 * What a link has to know of a tree on the disk.
 *
 * @param {readonly SourceFile[]} files of the whole tree
 * @returns {Pick<LinkContext, 'resolve' | 'judgeOutside' | 'isClosed'>}
 */
export function describeTree(files) {
	const { resolve, locate } = createResolver(files);
	const roots = [...new Set(files.map(({ root }) => root))];
	return {
		resolve,
		judgeOutside: createOutsideCheck(locate),
		isClosed: createClosedCheck(roots, process.cwd()),
	};
}
