/** @import { FlowNode } from '../../ir/flow.js' */
/** @import { ModuleSummary } from '../../ir/summary.js' */
/** @import { Mention, Mentions } from './mentions.js' */
import { CONVERSIONS } from '../../knowledge/conversions.js';
import { isMethodOfPlatform } from '../../knowledge/methods.js';

/** Methods that the platform calls: of descriptors, of handlers of proxies, of iterators and of promises; `[]` is a computed name. */
const OF_PLATFORM = /^(\[\]|get|set|value|has|apply|construct|next|return|then)$/;

/**
 * Functions that code may run, by what it mentions: those of the variables, literals and classes that it comes to. A method runs where
 * some of that code has its name, as in rapid type analysis.
 */
export class MentionedFunctions {
	/** @type {Map<string, Mention>} grows while it is walked */
	mentions = new Map();
	/** @type {Set<string>} of properties */
	names = new Set();
	/** Methods of which no code has the name yet. @type {Map<string, Mention[]>} */
	waiting = new Map();

	/** @param {Mentions} of @param {{ isAny: boolean }} options some call may run a method by any name */
	constructor(of, { isAny }) {
		this.of = of;
		this.isAny = isAny;
	}

	/** @param {ModuleSummary} module @param {number} fn @returns {Set<number>} elements */
	from(module, fn) {
		const { elements, modules } = this.of.heap;
		/** @type {Set<number>} */
		const found = new Set();
		this.add({ kind: 'fn', module, index: fn });
		for (const one of this.mentions.values()) {
			if (!modules.has(one.module)) continue;
			if (one.kind === 'fn') found.add(elements.type('fn', one.module, one.index));
			if (one.kind === 'node') this.callNames(one.module.flow.nodes[one.index]);
			for (const next of this.of.within(one)) this.meet(next);
			for (const next of this.of.effects.on(one)) this.meet(next);
		}
		return found;
	}

	/** @param {Mention} mention */
	add(mention) {
		const key = this.of.keyOf(mention);
		if (!this.mentions.has(key)) this.mentions.set(key, mention);
	}

	/** @param {Mention} mention that waits where it is a method of which no code has the name */
	meet(mention) {
		const { names = [] } =
			mention.kind === 'fn' ? (mention.module.flow.fns[mention.index] ?? {}) : {};
		const called = names.map((one) => one.replace(/^[gs]et /, ''));
		const isCalled = called.some((one) => OF_PLATFORM.test(one) || this.names.has(one));
		if (called.length === 0 || isCalled || this.isAny) return this.add(mention);
		for (const name of called) {
			const list = this.waiting.get(name);
			if (list) list.push(mention);
			else this.waiting.set(name, [mention]);
		}
	}

	/** @param {string} name that code has */
	call(name) {
		if (this.names.has(name)) return;
		this.names.add(name);
		for (const one of this.waiting.get(name) ?? []) this.add(one);
		this.waiting.delete(name);
	}

	/** @param {FlowNode | undefined} node */
	callNames(node) {
		switch (node?.op) {
			case 'import':
				for (const name of node.path) this.call(name);
				break;
			case 'prop':
			case 'set':
				this.call(node.name);
				break;
			case 'use':
				for (const name of CONVERSIONS[node.as]) this.call(name);
				break;
			case 'call': {
				this.call(node.name);
				const isOfPlatform = node.of < 0 && node.callee < 0 && !node.isNew;
				const converted = isOfPlatform ? 'any' : 'primitive';
				if (isOfPlatform || isMethodOfPlatform(node.name))
					for (const name of CONVERSIONS[converted]) this.call(name);
			}
		}
	}
}
