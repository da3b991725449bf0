/** @import { ModuleSummary, UnitLink } from '../ir/summary.js' */
/** @import { RelatedPlace, Reporter } from '../diagnostics/reporter.js' */
/** @import { ChainContext, Edits } from './chain.js' */
/** @import { LinkReporter } from './link-reporter.js' */
/** @import { Needs } from './needs.js' */
/** @import { Callable } from './program.js' */
/** @import { PlacedUse } from './uses.js' */
import { callsByOtherNames, GIVES_NOTHING, thisCall } from '../diagnostics/named-calls.js';
import * as report from '../diagnostics/codes.js';
import { followChain } from './chain.js';
import { placeOf, titleOf } from './places.js';

/**
 * A change of sources that a use asks for, and that leaves the plain program's results as they are.
 *
 * @typedef {object} Fix
 * @property {string} code of the diagnostic that it settles
 * @property {string} filename of that diagnostic
 * @property {import('../ir/summary.js').Span['start']} start of that diagnostic
 * @property {Edits} edits all of them, or none
 */

/**
 * @typedef {ChainContext & { reporter: LinkReporter, needs: Needs, fixes: Fix[], isReached: (callable: Callable) => boolean }} LinkContext `isReached`: by files that are not known
 */

/**
 * Judge the uses of one unit in the files that import it, and the chains of callers that lead out of its own.
 *
 * The rules are those for uses in the unit's own file, except that nothing is inserted: a file that does not hold the unit
 * is left by a build as it is.
 *
 * @param {ModuleSummary} module
 * @param {number} index of the unit
 * @param {LinkContext} context reports LP5001 to LP5007, LP5009, LP5015, LP5020, LP5023 to LP5025
 */
export function judgeUnit(module, index, context) {
	const unit = /** @type {UnitLink} */ (module.units[index]);
	if (!unit.isLowered) return;
	if (unit.isOptional && !unit.isAsync) judgeUnknownCallers(module, index, context);
	const annotated = {
		message: `\`${unit.name}\` is annotated here`,
		place: placeOf(module, unit.place),
	};
	for (const placed of context.usesOf({ kind: 'unit', module, index })) {
		const isOwn = placed.use.of.kind === 'unit';
		const reporter = context.reporter.ofUnit(module, unit);
		// An optional unit stays where it is rather than that its callers have to change.
		const fixes = unit.isOptional ? [] : context.fixes;
		const related = isOwn ? [] : [annotated];
		const rules = new UseRules(unit, module, placed, {
			...context,
			reporter,
			fixes,
			related,
			leave: context.reporter.leave,
		});
		if (placed.use.rule === 'text') rules.text();
		else if (unit.isGenerator) rules.generator();
		else rules.judge();
	}
}

/** Of a unit whose callers get a value in the plain program, and need not get a promise, all of them have to be known. @param {ModuleSummary} module @param {number} index of the unit @param {LinkContext} context */
function judgeUnknownCallers(module, index, { isReached, reporter }) {
	const unit = /** @type {UnitLink} */ (module.units[index]);
	if (isReached({ kind: 'unit', module, index }))
		reporter.leave(
			module,
			unit,
			'it returns its value at once, and files that are not checked may call it',
		);
}

/** What follows from one use of a unit. */
class UseRules {
	/**
	 * @param {UnitLink} unit
	 * @param {ModuleSummary} home of the unit
	 * @param {PlacedUse} placed
	 * @param {ChainContext & { reporter: Reporter, needs: Needs, fixes: Fix[], related: RelatedPlace[], leave: LinkReporter['leave'], isReached: LinkContext['isReached'] }} context
	 */
	constructor(unit, home, placed, context) {
		this.unit = unit;
		this.callable = {
			kind: /** @type {const} */ ('unit'),
			module: home,
			index: home.units.indexOf(unit),
		};
		this.home = home;
		this.placed = placed;
		this.use = placed.use;
		this.context = context;
		this.place = placeOf(placed.module, placed.use);
	}

	/** @param {string} code @param {Edits} edits */
	fix(code, edits) {
		const { filename, start } = this.place;
		this.context.fixes.push({ code, filename, start, edits });
	}

	/** The `await` at the use itself. @returns {Edits | null} */
	ownEdit() {
		const { wrap } = this.use;
		return wrap ? new Map([[this.placed.module.filename, [wrap]]]) : null;
	}

	/** The text of a unit is that of its stub. In its own file the compiler has said so. */
	text() {
		if (this.use.of.kind === 'unit') return;
		const { reporter, related } = this.context;
		report.textOfAUnit(reporter, this.place, { unit: this.unit.name }, related);
	}

	/** A plain generator is async on the host; one that is declared async is so in both programs. */
	generator() {
		const { iteration, rule } = this.use;
		const { reporter, related } = this.context;
		const unit = this.unit.name;
		if (this.unit.isAsync) return;
		if (rule === 'escape' || (iteration && !iteration.isSync)) this.escapes();
		else if (iteration) {
			const place = placeOf(this.placed.module, iteration);
			report.syncUseOfGenerator(reporter, place, { unit, use: iteration.detail }, related);
		}
	}

	/**
	 * A plain callback comes with a promise, which is mostly left alone; with an `(err, …)` callback there is no value to use.
	 *
	 * @returns {boolean} whether it is a call in callback form, and all is said of it
	 */
	callbackForm() {
		const { use, unit } = this;
		if (use.arguments !== 'callback' || !unit.callback) return false;
		if (unit.callback === 'plain') return use.isPassedOn || /^(promise|dropped)$/.test(use.rule);
		if (use.isPassedOn || !/^(value|sync|promise)$/.test(use.rule)) return true;
		const { reporter, related } = this.context;
		report.callbackForm(reporter, this.place, { unit: unit.name, what: GIVES_NOTHING }, related);
		return true;
	}

	/** @returns {void} */
	judge() {
		const { use, unit } = this;
		if (this.callbackForm()) return;
		if (unit.isInOut && use.goesOn) return this.goesOn();
		if (unit.isInOut && unit.isAsync && use.rule === 'escape') return this.isHandedOn();
		if (use.rule === 'promise') return;
		if (use.rule === 'dropped') return this.dropped();
		if (use.rule === 'handed') return this.handed();
		const { reporter, related } = this.context;
		const params = { unit: unit.name };
		if (use.rule === 'text') return report.textOfAUnit(reporter, this.place, params, related);
		if (unit.isAsync && use.rule !== 'construct') return;
		const subject = use.subject ?? '';
		switch (use.rule) {
			case 'value':
				return this.value();
			case 'sync':
				return this.sync();
			default:
				if (this.runsHere()) return this.atOnce([]);
		}
		switch (use.rule) {
			case 'consumer':
				return report.syncCallback(reporter, this.place, { ...params, method: subject }, related);
			case 'construct':
				return report.constructedOrTagged(
					reporter,
					this.place,
					{ ...params, how: subject },
					related,
				);
			case 'commonjs':
				return report.syncUseInCommonjs(reporter, this.place, params, related);
			case 'escape':
			case 'inherit':
				return this.escapes();
		}
	}

	/** @returns {void} */
	dropped() {
		const { unit, use } = this;
		// A callback may take the result; which kind of call it is shows at run time.
		if (unit.callback && use.arguments !== 'none') return;
		const { reporter, related } = this.context;
		report.droppedResult(reporter, this.place, { unit: unit.name }, related);
		const edits = use.canWait && !use.isIgnored ? this.ownEdit() : null;
		if (edits) this.fix('LP5003', edits);
	}

	/** What it changes of its arguments may not have changed yet when the caller goes on. @returns {void} */
	goesOn() {
		const { unit, use, home, placed } = this;
		const { reporter, needs } = this.context;
		const { mark = null, place = null } = use.goesOn ?? {};
		const message = 'this may look at it before';
		const looks = place ? [{ message, place: placeOf(placed.module, place) }] : [];
		const related = [...looks, ...this.context.related];
		if (mark && unit.mayRunHere) {
			report.runsHere(reporter, this.place, { what: thisCall(unit.name) }, related);
			needs.runHere(placed.module, mark, { home, id: unit.id });
			return;
		}
		report.goesOnTooEarly(reporter, this.place, { unit: unit.name }, related);
		const edits = use.canWait && !use.isIgnored ? this.ownEdit() : null;
		if (edits) this.fix('LP5023', edits);
	}

	/** Other names may have it, which do not wait for it. @returns {void} */
	isHandedOn() {
		const { unit, home } = this;
		const { reporter, related, needs } = this.context;
		if (!unit.mayRunHere)
			return report.goesOnTooEarly(reporter, this.place, { unit: unit.name }, related);
		report.runsHere(reporter, this.place, { what: callsByOtherNames(unit.name) }, related);
		needs.handOn(home, unit.id);
	}

	/** Its calls cannot be followed from here on. @returns {void} */
	escapes() {
		const { unit, context, home, place } = this;
		const { reporter, related } = context;
		if (!unit.isOptional) return report.escapingUnit(reporter, place, { unit: unit.name }, related);
		const file = place.filename.split(/[\\/]/).at(-1);
		const why = 'it returns its value at once, and goes where its calls cannot be followed';
		context.leave(home, unit, `${why}, at ${file}:${place.start.line}`);
	}

	/** What gets an optional unit may rely on its having run when a call of it returns. */
	handed() {
		const { unit, context } = this;
		if (!unit.isOptional || unit.isAsync) return;
		report.droppedResult(context.reporter, this.place, { unit: unit.name }, context.related);
	}

	/** The result is needed where it can be waited for. */
	value() {
		const { unit, use, home, placed } = this;
		const { reporter, related } = this.context;
		if (use.overtaken) {
			const { name } = use.overtaken;
			const target = placeOf(placed.module, use.overtaken);
			report.awaitAfterRead(reporter, target, { unit: unit.name, name }, related);
			return;
		}
		const params = { unit: unit.name, module: titleOf(home) };
		report.missingAwait(reporter, this.place, params, related);
		const edits = this.ownEdit();
		if (edits) this.fix('LP5020', edits);
	}

	/** The result is needed where nothing waits. */
	sync() {
		const { reporter, related } = this.context;
		const chain = followChain(this.placed, this.context);
		const isHere = this.runsHere();
		const notes = [...related, ...chain.related];
		const params = { unit: this.unit.name, caller: this.use.subject ?? 'this code' };
		if (isHere) this.atOnce(notes);
		else report.syncUseInSyncFunction(reporter, this.place, params, notes);
		if (chain.edits) this.fix(isHere ? 'LP5025' : 'LP5001', chain.edits);
	}

	/** @returns {boolean} whether the call runs where it is made, and others of the unit may run on the pool */
	runsHere() {
		const { unit, use, context } = this;
		if (use.of.kind === 'unit') return use.atOnce !== undefined;
		const isFit = unit.mayRunHere && !unit.isOptional && !unit.callback && !unit.isGenerator;
		return isFit && use.atOnce?.mark !== undefined && context.isReached(this.callable);
	}

	/** @param {RelatedPlace[]} related */
	atOnce(related) {
		const { unit, use, home, placed } = this;
		const { reporter, needs } = this.context;
		const caller = use.subject ?? 'code that cannot wait';
		report.runsAtOnce(reporter, this.place, { unit: unit.name, caller }, related);
		const mark = use.atOnce?.mark;
		if (mark) needs.runHere(placed.module, mark, { home, id: unit.id });
	}
}
