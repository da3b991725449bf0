/** @import { Part, Tree } from './tree.js' */
/** @import { Field, Method, Shape } from './scope.js' */
/** @import { Setting, Track } from './setting.js' */
/** @import { Made } from './functions.js' */
import { code, lines, list, optional, sequence, statement } from './tree.js';
import { generate } from './expressions.js';
import { body } from './statements.js';
import { chooseResult, functionSetting, newTrack, parameters } from './functions.js';
import { chooseName, declare, nest, noteMadeOnce, usable, use } from './setting.js';

/**
 * Classes, objects with methods, and the errors that units throw.
 */

/**
 * A class while it is put together.
 *
 * @typedef {object} Draft
 * @property {Setting} setting in the scope of the class's own name
 * @property {Track} track
 * @property {Part[]} members
 * @property {Method[]} methods
 * @property {Field[]} fields
 * @property {Method[]} statics
 * @property {Field[]} staticFields
 * @property {boolean} isIterable
 */

/** @param {Setting} setting @param {Track} track @returns {Draft} */
const newDraft = (setting, track) => ({
	setting,
	track,
	members: [],
	methods: [],
	fields: [],
	statics: [],
	staticFields: [],
	isIterable: false,
});

/** @param {Draft} draft @param {Track} [track] @returns {Setting} of a method's parameters */
const memberSetting = ({ setting }, track = newTrack()) => ({
	...functionSetting({ ...setting, role: setting.role === 'unit' ? 'unit' : 'helper' }, track),
	region: {},
});

/** @param {Draft} draft @param {{ name: string, isStatic: boolean, uses?: Part }} method `uses`: added to its result */
function addMethod(draft, { name, isStatic, uses }) {
	const track = newTrack();
	const outer = memberSetting(draft, track);
	const params = ['num'];
	const list = parameters(outer, params);
	const result = uses ? 'num' : chooseResult(draft.setting);
	const inner = nest(outer, 'function');
	const text = uses ? code`return ${uses} + ${generate(inner, 'num')};` : [body(inner, result, 2)];
	draft.members.push(
		sequence(code`${isStatic ? 'static ' : ''}${name}(${list}) {\n${sequence(text)}\n}`),
	);
	const method = { name, signature: { params, result, cost: track.cost } };
	(isStatic ? draft.statics : draft.methods).push(method);
	draft.track.isState ||= track.isState;
	draft.track.isForUnits ||= track.isForUnits;
	draft.track.usesData ||= track.usesData;
	draft.track.usesUnits ||= track.usesUnits;
}

/**
 * @param {Draft} draft
 * @param {string} type
 * @returns {Tree} what the class or object evaluates at once: it must not wait for a call
 */
function valueAtOnce(draft, type) {
	const once = newTrack();
	const value = generate(atOnce(draft, once), type);
	noteMadeOnce(draft.setting, once);
	return value;
}

/** @param {Draft} draft @param {Track} once @returns {Setting} */
const atOnce = ({ setting, track }, once) => ({
	...nest(setting, 'function'),
	region: {},
	role: setting.role === 'unit' ? 'unit' : 'helper',
	noState: setting.role === 'unit' ? setting.noState : true,
	isAsync: false,
	mayThrow: false,
	returns: null,
	labels: [],
	hasArguments: false,
	depth: 2,
	tracks: [...setting.tracks, track, once],
});

/** @type {readonly (readonly [number, (draft: Draft) => void])[]} */
const MEMBERS = [
	[3, (draft) => addMethod(draft, { name: `m${draft.methods.length}`, isStatic: false })],
	[
		1.5,
		(draft) =>
			addMethod(draft, { name: `m${draft.methods.length}`, isStatic: false, uses: 'this.v' }),
	],
	[1.5, (draft) => addMethod(draft, { name: `s${draft.statics.length}`, isStatic: true })],
	[
		1,
		(draft) => {
			const access = `.t${draft.staticFields.length}`;
			draft.members.push(sequence(code`static ${access.slice(1)} = ${valueAtOnce(draft, 'num')};`));
			draft.staticFields.push({ access, type: 'num' });
		},
	],
	[
		0.7,
		(draft) => {
			const name = `u${draft.staticFields.length}`;
			const value = valueAtOnce(draft, 'num');
			draft.members.push(sequence(code`static {\nthis.${name} = ${value};\n}`));
			draft.staticFields.push({ access: `.${name}`, type: 'num' });
		},
	],
	[
		1,
		(draft) => {
			const name = `g${draft.fields.length}`;
			const inner = nest(memberSetting(draft, draft.track), 'function');
			draft.members.push(
				sequence(code`get ${name}() {\nreturn this.v + ${generate(inner, 'num')};\n}`),
			);
			draft.fields.push({ access: `.${name}`, type: 'num' });
		},
	],
	[
		0.7,
		(draft) => {
			const name = `f${draft.fields.length}`;
			const inner = { ...nest(memberSetting(draft, draft.track), 'function'), hasArguments: false };
			draft.members.push(sequence(code`${name} = ${generate(inner, 'str')};`));
			draft.fields.push({ access: `.${name}`, type: 'str' });
		},
	],
	[
		0.7,
		(draft) => {
			const name = `p${draft.fields.length}`;
			const inner = { ...nest(memberSetting(draft, draft.track), 'function'), hasArguments: false };
			draft.members.push(
				sequence(
					code`#${name} = ${generate(inner, 'num')};\nget ${name}() {\nreturn this.#${name};\n}`,
				),
			);
			draft.fields.push({ access: `.${name}`, type: 'num' });
		},
	],
	[
		0.5,
		(draft) => {
			if (draft.isIterable) return;
			const inner = nest(memberSetting(draft, draft.track), 'function');
			draft.members.push(
				sequence(code`*[Symbol.iterator]() {\nyield this.v;\nyield ${generate(inner, 'num')};\n}`),
			);
			draft.isIterable = true;
		},
	],
];

/** @param {Setting} setting @returns {Made} a class, sometimes of another one */
export function plainClass(setting) {
	const { random } = setting.plan;
	const track = newTrack();
	const name = chooseName(setting);
	setting.scope.declare({ name });
	const draft = newDraft(nest(setting, 'block'), track);
	const parents = usable({ ...setting, noState: true }, ({ shape }) =>
		Boolean(shape && !shape.isInstance && !shape.isError && shape.argument),
	);
	const parent = parents.length > 0 && random.chance(0.4) ? random.pick(parents) : null;
	const heritage = parent ? ` extends ${use({ ...draft.setting, tracks: [track] }, parent)}` : '';
	const given = memberSetting(draft, track);
	const argument = declare(given, { type: 'num' }).name;
	const value = generate(nest(given, 'function'), 'num');
	const constructor = parent
		? optional(code`constructor(${argument}) {\nsuper(${argument});\nthis.w = ${value};\n}`)
		: sequence(code`constructor(${argument}) {\nthis.v = ${argument} + ${value};\n}`);
	for (let count = 1 + random.int(3); count > 0; count--) random.weighted(MEMBERS)(draft);
	const members = [constructor, list(draft.members, { separator: '\n' })];
	const isDeclaration = random.chance(0.75);
	const inner = parent?.shape;
	const shape = {
		argument: 'num',
		methods: [
			...(inner?.methods ?? []).filter(
				(one) => !draft.methods.some((own) => own.name === one.name),
			),
			...draft.methods,
		],
		fields: [
			...(inner?.fields ?? []).filter(
				(one) => !draft.fields.some((own) => own.access === one.access),
			),
			...draft.fields,
		],
		statics: draft.statics,
		staticFields: draft.staticFields,
		isIterable: draft.isIterable || inner?.isIterable,
	};
	const text = isDeclaration
		? code`class ${name}${heritage} {\n${lines(members)}\n}`
		: code`const ${name} = class${heritage} {\n${lines(members)}\n};`;
	const binding = declareShape(setting, track, name, shape);
	// What the constructor of an imported class does is not known either.
	binding.isImported = parent?.isImported;
	return { text: statement(text), binding };
}

/** @param {Setting} setting @param {Track} track @param {string} name @param {Shape} shape */
function declareShape(setting, track, name, shape) {
	const { isState, isForUnits, usesData, usesUnits } = track;
	if (usesUnits) for (const one of setting.tracks) one.usesUnits = true;
	const { phase, region } = setting;
	return setting.scope.declare({
		name,
		shape,
		isState,
		isForUnits,
		usesData,
		usesUnits,
		phase,
		region,
	});
}

/** @param {Setting} setting @returns {Made} a class of errors */
export function errorClass(setting) {
	const { random } = setting.plan;
	const track = newTrack();
	const name = chooseName(setting);
	setting.scope.declare({ name });
	const parents = setting.scope.visible(({ shape }) => Boolean(shape?.isError));
	const parent =
		parents.length > 0 && random.chance(0.5)
			? random.pick(parents).name
			: random.pick(['Error', 'TypeError', 'Error']);
	setting.scope.pass(parent);
	const draft = newDraft(nest(setting, 'block'), track);
	const inner = { ...nest(memberSetting(draft, track), 'function'), noState: true, depth: 1 };
	const members = list(
		[
			optional(
				code`constructor(message, options) {\nsuper(message, options);\nthis.extra = ${generate(inner, 'num')};\n}`,
			),
			optional(code`get name() {\nreturn '${name}';\n}`),
			optional(code`code = ${generate({ ...inner, hasArguments: false }, 'str')};`),
		].filter(() => random.chance(0.5)),
		{ separator: '\n' },
	);
	const shape = { methods: [], fields: [], isError: true };
	const text = code`class ${name} extends ${parent} {\n${members}\n}`;
	return { text: statement(text), binding: declareShape(setting, track, name, shape) };
}

/** @param {Setting} setting @returns {Made} an object with methods, such as a table of operations */
export function objectOfFunctions(setting) {
	const { random } = setting.plan;
	const track = newTrack();
	const name = chooseName(setting);
	setting.scope.declare({ name });
	const draft = newDraft(setting, track);
	/** @type {Part[]} */
	const members = [];
	for (let count = 1 + random.int(3); count > 0; count--) {
		const own = newTrack();
		const params = memberSetting(draft, own);
		const key = `o${count}`;
		const form = random.pick(['arrow', 'method', 'getter', 'field', 'function']);
		const inner = nest(
			{ ...params, hasArguments: form !== 'arrow' && form !== 'field' },
			'function',
		);
		if (form === 'getter' || form === 'field') {
			const value = form === 'field' ? valueAtOnce(draft, 'num') : generate(inner, 'num');
			members.push(
				sequence(
					form === 'getter' ? code`get ${key}() {\nreturn ${value};\n}` : code`${key}: ${value}`,
				),
			);
			draft.fields.push({ access: `.${key}`, type: 'num' });
		} else {
			const { name: param } = declare(params, { type: 'num' });
			const value = generate(inner, 'num');
			/** @type {Record<string, Part[]>} */
			const texts = {
				arrow: code`${key}: (${param}) => (${value})`,
				method: code`${key}(${param}) {\nreturn ${value};\n}`,
				function: code`${key}: function (${param}) {\nreturn ${value};\n}`,
			};
			members.push(sequence(texts[form] ?? []));
			draft.methods.push({
				name: key,
				signature: { params: ['num'], result: 'num', cost: own.cost },
			});
		}
		track.isState ||= own.isState;
		track.isForUnits ||= own.isForUnits;
		track.usesData ||= own.usesData;
		track.usesUnits ||= own.usesUnits;
	}
	const frozen = random.chance(0.3);
	const object = sequence(code`{ ${list(members, { separator: ', ', least: members.length })} }`);
	const text = frozen
		? code`const ${name} = Object.freeze(${object});`
		: code`const ${name} = ${object};`;
	const shape = { methods: draft.methods, fields: draft.fields, isInstance: true };
	return { text: statement(text), binding: declareShape(setting, track, name, shape) };
}

/** @param {Setting} setting @returns {Made | null} an instance of a class */
export function instance(setting) {
	const { random } = setting.plan;
	const noState = { ...setting, noState: true, depth: 1 };
	const classes = usable(noState, ({ shape, isImported }) =>
		Boolean(shape?.argument && !shape.isInstance && !isImported),
	);
	if (classes.length === 0) return null;
	const track = newTrack();
	const once = newTrack();
	const inner = { ...noState, tracks: [...setting.tracks, track, once] };
	const type = random.pick(classes);
	const shape = /** @type {Shape} */ (type.shape);
	const value = code`new ${use(inner, type)}(${generate(inner, 'num')})`;
	noteMadeOnce(setting, once);
	const name = chooseName(setting);
	const { methods, fields, isIterable } = shape;
	const made = { methods, fields, isIterable, isInstance: true };
	const text = code`const ${name} = ${sequence(value)};`;
	return { text: statement(text), binding: declareShape(setting, track, name, made) };
}

/** A class inside a function. @param {Setting} setting @returns {Part[] | null} */
export function localClass(setting) {
	if (setting.room <= 0) return null;
	const { random } = setting.plan;
	const make = random.weighted([
		[3, plainClass],
		[1, objectOfFunctions],
	]);
	const { text } = make({ ...setting, depth: 2 });
	return [text];
}
