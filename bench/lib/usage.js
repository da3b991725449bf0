import { readdirSync, readFileSync } from 'node:fs';

// A tick of the system's counters is 10 ms on Linux.
const TICK_MS = 10;

/** @typedef {{ busyMs: number, ownMs: number, atMs: number }} Usage CPU time so far: of all, and of this process with what it has started */

/**
 * @param {Usage | undefined} before
 * @param {Usage | undefined} after
 * @returns {number} of the cores between the two by what does not belong to this process, 0 to 1; NaN where it is not known
 */
export function foreignShare(before, after) {
	if (!before || !after) return NaN;
	const ownMs = after.ownMs - before.ownMs;
	const foreignMs = after.busyMs - before.busyMs - ownMs;
	// The system counts in hundredths of a second, which may be more than has gone by.
	return Math.min(1, Math.max(0, foreignMs / ((after.atMs - before.atMs) * cores())));
}

const cores = () => readFileSync('/proc/stat', 'utf8').match(/^cpu\d+/gm)?.length ?? 1;

/** @returns {Usage | undefined} undefined where the system does not say (no `/proc`) */
export function usage() {
	try {
		const [, line] = /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8')) ?? [];
		const [user, nice, system, , , irq, softirq, steal] = String(line).split(' ').map(Number);
		const ticks = user + nice + system + irq + softirq + steal;
		return { busyMs: ticks * TICK_MS, ownMs: ownTicks() * TICK_MS, atMs: performance.now() };
	} catch {
		return undefined;
	}
}

/** @returns {number} of this process, of all that descend from it, and of those of them that have ended and were waited for */
function ownTicks() {
	const processes = readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.map(processOf);
	const own = new Set([process.pid]);
	// A set may grow while it is gone through.
	for (const pid of own) for (const one of processes) if (one.parent === pid) own.add(one.pid);
	return processes.reduce((sum, { pid, ticks }) => sum + (own.has(pid) ? ticks : 0), 0);
}

/** @param {string} name of a folder of /proc @returns {{ pid: number, parent: number, ticks: number }} nothing, of one that has ended */
function processOf(name) {
	const pid = Number(name);
	try {
		const text = readFileSync(`/proc/${name}/stat`, 'utf8');
		const fields = text
			.slice(text.lastIndexOf(') ') + 2)
			.split(' ')
			.map(Number);
		const ticks = fields[11] + fields[12] + fields[13] + fields[14];
		return { pid, parent: fields[1], ticks };
	} catch {
		return { pid, parent: 0, ticks: 0 };
	}
}
