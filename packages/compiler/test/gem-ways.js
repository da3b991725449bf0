// What the tests of policies by forms share: one module as it is and lowered, and GEMs that both are run with.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compile } from '@lapidary/compiler';
import * as gems from '@lapidary/runtime/gem';
import { policies } from '../../runtime/test/gem/conformance/policies.js';

/** @typedef {(...values: any[]) => any} Way the unit `run` of the module, and what makes it access GEMs as it does */

/** A module with the unit `run`, in files of its own. */
export class Program {
	#directory = mkdtempSync(join(import.meta.dirname, '.ways-'));
	#source;
	#options;

	/** @param {string} source @param {string} name */
	constructor(source, name) {
		this.#source = source;
		this.#options = { filename: `${name}.js`, id: name };
	}

	/** @returns {Promise<Way>} through proxies */
	async plain() {
		return (await this.#load('plain.mjs', this.#source)).run;
	}

	/** @returns {Promise<Way>} as a worker has it */
	async lowered() {
		const { workerModules } = compile(this.#source, this.#options);
		const worker = await this.#load('worker.mjs', String(workerModules[0]?.code));
		return worker.$lp_units[`${this.#options.id}#run`](undefined);
	}

	/** @returns {Promise<Way>} without units: what stays on the host */
	async host() {
		const { code } = compile(this.#source.replace("'use cpu_bound';", ''), this.#options);
		expect(code).toContain('$lp_a1');
		return (await this.#load('host.mjs', code)).run;
	}

	remove() {
		rmSync(this.#directory, { recursive: true });
	}

	/** @param {string} name @param {string} text @returns {Promise<any>} */
	#load(name, text) {
		const file = join(this.#directory, name);
		writeFileSync(file, text);
		return import(pathToFileURL(file).href);
	}
}

/**
 * Access a GEM that another thread could have: twice with the right to it and once after it was given up, or once without.
 *
 * @param {{ policy: string, content: unknown[], hasRight: boolean }} setting
 * @param {(gem: any) => unknown} access returns what is to be compared
 * @returns {{ logs: unknown[], left: unknown }} of each time; what the GEM then holds
 */
export function attempts({ policy, content, hasRight }, access) {
	const { within, drop } = policies[policy];
	const gem = make(policy, structuredClone(content));
	/** @type {unknown[]} */
	const logs = [];
	const attempt = () => logs.push(access(gem));
	if (!hasRight) attempt();
	else {
		within(gem, () => [attempt(), attempt()]);
		drop(gem);
		attempt();
		if (policy === 'PartitionedDynamic') gem.restart();
	}
	return { logs, left: within(gem, () => gems.snapshot(gem)) };
}

/** @param {string} policy @param {unknown[]} content @returns {any} */
function make(policy, content) {
	/** @type {Record<string, object>} */
	const options = { Partitioned: { partitions: 1 }, PartitionedDynamic: { range: content.length } };
	const gem = /** @type {any} */ (gems)[policy].create(content, options[policy]);
	const { port1, port2 } = new MessageChannel();
	gems.send(port1, gem); // a ReadOnly may be filled before
	port1.close();
	port2.close();
	return gem;
}
