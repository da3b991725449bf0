import { readdirSync, readFileSync } from 'node:fs';

/**
 * @param {number} pid
 * @returns {number} the most memory in megabytes that a process and those that it has started have had resident; pages that they share are
 *   counted for each. NaN where the system does not say
 */
export function peakMemoryMB(pid) {
	try {
		const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
		return childrenOf(pid).reduce(
			(sum, child) => sum + peakMemoryMB(child),
			Number(kilobytes) / 1024,
		);
	} catch {
		return NaN;
	}
}

/** @param {number} pid @returns {number[]} */
function childrenOf(pid) {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
		.map(Number);
}

/** @param {string} pid @returns {number | undefined} undefined for one that has ended meanwhile */
function parentOf(pid) {
	try {
		return Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
	} catch {
		return undefined;
	}
}
