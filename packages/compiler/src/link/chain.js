/** @import { FunctionFact, ModuleSummary, UseFact, Wrap } from '../ir/summary.js' */
/** @import { Located, RelatedPlace } from '../diagnostics/reporter.js' */
/** @import { Callable } from './program.js' */
/** @import { PlacedUse } from './uses.js' */
import { placeOf } from './places.js';
import { keyOf } from './uses.js';

/** Edits by file name. @typedef {Map<string, Wrap[]>} Edits */

/**
 * The functions that would have to become async for a use to be able to wait, with their callers in turn.
 *
 * @typedef {object} Chain
 * @property {RelatedPlace[]} related each function, and whatever keeps a tool from rewriting it
 * @property {Edits | null} edits that make all of it async; null when something keeps a tool from it
 */

/**
 * @typedef {object} ChainContext
 * @property {(callable: Callable) => PlacedUse[]} usesOf
 * @property {(callable: Callable) => boolean} isOpen whether files that are not known may call a function
 */

/** A chain this long is shown as far as here, and nobody wants it rewritten unseen. */
const LONGEST = 50;

/**
 * @param {PlacedUse} start a use in a function that cannot wait
 * @param {ChainContext} context
 * @returns {Chain}
 */
export function followChain(start, context) {
	const walk = new ChainWalk(context);
	walk.into(start, 'its result');
	for (let at = 0; at < walk.queue.length; at++) {
		if (at === LONGEST) {
			const [{ module, fn }] = /** @type {[ChainLink]} */ ([walk.queue[at]]);
			walk.stop('the chain goes on from here', placeOf(module, fn));
			break;
		}
		walk.visit(/** @type {ChainLink} */ (walk.queue[at]));
	}
	return { related: walk.related, edits: walk.isBlocked ? null : walk.edits };
}

/** @typedef {{ module: ModuleSummary, index: number, fn: FunctionFact }} ChainLink */

/** One walk up the callers. */
class ChainWalk {
	/** @param {ChainContext} context */
	constructor(context) {
		this.context = context;
		/** @type {ChainLink[]} */
		this.queue = [];
		/** @type {Set<string>} */
		this.seen = new Set();
		/** @type {RelatedPlace[]} */
		this.related = [];
		/** @type {Edits} */
		this.edits = new Map();
		this.isBlocked = false;
	}

	/** @param {string} message @param {Located} place */
	stop(message, place) {
		this.isBlocked = true;
		this.related.push({ message, place });
	}

	/** @param {string} filename @param {Wrap[]} wraps */
	edit(filename, wraps) {
		this.edits.set(filename, [...(this.edits.get(filename) ?? []), ...wraps]);
	}

	/** The function around a use has to become async. @param {PlacedUse} placed @param {string} what is used */
	into({ module, use }, what) {
		const place = placeOf(module, use);
		const { holder, overtaken, wrap, isPassedOn } = use;
		if (use.wait === 'await-all' && use.of.kind === 'function')
			this.stop(`calls of it would run at the same time here`, place);
		if (holder === null) return this.stop(`nothing can wait for ${what} here`, place);
		if (overtaken) this.overtaken(module, overtaken);
		if (wrap && !isPassedOn) this.edit(module.filename, [wrap]);
		const key = keyOf({ kind: 'function', module, index: holder });
		if (this.seen.has(key)) return;
		this.seen.add(key);
		const fn = /** @type {FunctionFact} */ (module.functions[holder]);
		this.queue.push({ module, index: holder, fn });
	}

	/** @param {ModuleSummary} module @param {NonNullable<UseFact['overtaken']>} target */
	overtaken(module, target) {
		const message = `\`${target.name}\` is read before the wait and written after it`;
		this.stop(message, placeOf(module, target));
	}

	/** @param {ChainLink} link */
	visit({ module, index, fn }) {
		const name = fn.name ? `\`${fn.name}\`` : 'this function';
		const place = placeOf(module, fn);
		this.related.push({ message: `${name} would have to become async`, place });
		if (fn.obstacle) this.stop(`${name} is not rewritten by \`--fix\`: ${fn.obstacle}`, place);
		const callables = [{ kind: /** @type {const} */ ('function'), module, index }];
		const unit =
			fn.unit === null ? null : { kind: /** @type {const} */ ('unit'), module, index: fn.unit };
		if (unit) callables.push(/** @type {any} */ (unit));
		if (callables.some((one) => this.context.isOpen(one)))
			this.stop(`${name} is exported, and files that are not checked may call it`, place);
		this.edit(module.filename, fn.wraps);
		const known = new Set();
		for (const callable of callables) {
			for (const placed of this.context.usesOf(callable)) {
				// A function that is a unit too has uses of both kinds.
				const at = JSON.stringify([placed.module.filename, placed.use.start, placed.use.rule]);
				if (!known.has(at)) this.use(placed, name);
				known.add(at);
			}
		}
	}

	/** A use of a function of the chain. @param {PlacedUse} placed @param {string} name @returns {void} */
	use(placed, name) {
		const { module, use } = placed;
		const place = placeOf(module, use);
		switch (use.rule) {
			case 'dropped':
				if (use.isIgnored) return;
				return use.canWait ? this.wait(placed, name) : this.into(placed, name);
			case 'value':
				return this.wait(placed, name);
			case 'sync':
				return this.into(placed, `what ${name} returns`);
			case 'consumer':
				return this.stop(`\`${use.subject}\` uses at once what ${name} returns`, place);
			case 'construct':
				return this.stop(`here ${name} is used ${use.subject}`, place);
			case 'text':
			case 'handed':
				return;
			case 'commonjs':
				return this.stop(`${name} is used at the top level of a CommonJS module here`, place);
			case 'escape':
			case 'inherit':
				return this.stop(`${name} goes where its calls cannot be followed`, place);
		}
	}

	/** @param {PlacedUse} placed in code that can wait @param {string} name @returns {void} */
	wait({ module, use }, name) {
		if (use.overtaken) this.overtaken(module, use.overtaken);
		// Units are meant to run at the same time; a function that was never asked may count on its turn.
		if (use.wait === 'await-all')
			this.stop(`calls of ${name} would run at the same time here`, placeOf(module, use));
		else if (use.wrap) this.edit(module.filename, [use.wrap]);
		else this.stop(`what ${name} returns needs an \`await\` here`, placeOf(module, use));
	}
}
