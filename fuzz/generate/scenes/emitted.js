/** @import { Part } from '../tree.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, statement } from '../tree.js';
import { HELPERS } from './helper-sources.js';
import { place } from './placements.js';

/**
 * Code that another compiler has emitted: classes, spreading, decorators and async functions by helpers.
 */

/** @typedef {{ helpers: string[], setup: Part[][], uses: string[] }} Shape */

/** @type {readonly (readonly [number, (stage: Stage, id: string) => Shape])[]} */
const SHAPES = [
	[
		2,
		(stage, id) => ({
			helpers: ['__extends'],
			setup: [
				code`var Base${id} = (function () {\nfunction Base${id}(v) {\nthis.v = v;\n}\nBase${id}.prototype.own = function ${stage.method('this.v')};\nBase${id}.kind = ${stage.num()};\nreturn Base${id};\n}());`,
				code`var Made${id} = (function (_super) {\n__extends(Made${id}, _super);\nfunction Made${id}(v) {\nvar _this = _super.call(this, v) || this;\n_this.w = ${stage.num()};\nreturn _this;\n}\nMade${id}.prototype.more = function (input) {\nreturn [_super.prototype.own.call(this, input), this.w];\n};\nreturn Made${id};\n}(Base${id}));`,
			],
			uses: [
				`new Made${id}(input).more(2)`,
				`new Made${id}(1) instanceof Base${id}`,
				`Made${id}.kind`,
			],
		}),
	],
	[
		1,
		(stage, id) => ({
			helpers: ['__assign', '__rest', '__spreadArray'],
			setup: [
				code`var held${id} = __assign({ a: 1 }, { b: ${stage.num()} });`,
				code`function pick${id}(one) {\nvar a = one.a, rest = __rest(one, ["a"]);\nreturn __assign(__assign({}, rest), { a: __spreadArray([a], [1, 2], false) });\n}`,
			],
			uses: [`pick${id}(held${id})`, `pick${id}({ a: input, c: 1 })`],
		}),
	],
	[
		2,
		(stage, id) => ({
			helpers: ['__awaiter'],
			setup: [
				code`function later${id}(input) {\nreturn __awaiter(this, void 0, void 0, function* () {\nconst one = yield Promise.resolve(input);\nreturn one + ${stage.num()};\n});\n}`,
				code`const more${id} = (input) => __awaiter(void 0, void 0, void 0, function* () {\nreturn [yield later${id}(input), 1];\n});`,
			],
			uses: [`await later${id}(input)`, `await more${id}(2)`],
		}),
	],
	[
		2,
		(stage, id) => ({
			helpers: ['__decorate'],
			setup: [
				code`function mark${id}(key) {\nreturn function (target, name, descriptor) {\nvar own = descriptor.value;\ndescriptor.value = function () {\nreturn [key, own.apply(this, arguments)];\n};\n};\n}`,
				code`class Made${id} {\nown${stage.method()}\n}`,
				code`__decorate([mark${id}('a'), mark${id}('b')], Made${id}.prototype, "own", null);`,
			],
			uses: [`new Made${id}().own(input)`],
		}),
	],
	[
		1,
		(stage, id) => ({
			helpers: ['__decorate'],
			setup: [
				code`const add${id} = (target) => {\ntarget.tag = ${stage.num()};\n};`,
				code`let Made${id} = class Made${id} {\nown${stage.method()}\n};`,
				code`Made${id} = __decorate([add${id}], Made${id});`,
			],
			uses: [`Made${id}.tag`, `new Made${id}().own(input)`],
		}),
	],
	[
		1,
		(_stage, id) => ({
			helpers: ['__values'],
			setup: [
				code`function sum${id}(all) {\nvar e_1, _a, total = 0;\ntry {\nfor (var all_1 = __values(all), all_1_1 = all_1.next(); !all_1_1.done; all_1_1 = all_1.next()) {\ntotal += all_1_1.value;\n}\n}\ncatch (e_1_1) { e_1 = { error: e_1_1 }; }\nfinally {\ntry {\nif (all_1_1 && !all_1_1.done && (_a = all_1.return)) _a.call(all_1);\n}\nfinally { if (e_1) throw e_1.error; }\n}\nreturn total;\n}`,
			],
			uses: [`sum${id}([1, input])`, `sum${id}(new Set([2]))`],
		}),
	],
	[
		1.5,
		(stage, id) => ({
			helpers: ['_classCallCheck', '_createClass'],
			setup: [
				code`var Made${id} = /*#__PURE__*/function () {\nfunction Made${id}(v) {\n_classCallCheck(this, Made${id});\nthis.v = v;\n}\nreturn _createClass(Made${id}, [{\nkey: "own",\nvalue: function ${stage.method('this.v')}\n}, {\nkey: "twice",\nget: function () {\nreturn this.v * 2;\n}\n}], [{\nkey: "of",\nvalue: function (v) {\nreturn new Made${id}(v);\n}\n}]);\n}();`,
			],
			uses: [`new Made${id}(input).own(2)`, `Made${id}.of(2).twice`],
		}),
	],
	[
		1,
		(stage, id) => ({
			helpers: ['_defineProperty'],
			setup: [
				code`class Made${id} {\nconstructor(v) {\n_defineProperty(this, "v", v);\n_defineProperty(this, "w", ${stage.num()});\n}\n}`,
				code`_defineProperty(Made${id}, "kind", ${stage.num()});`,
			],
			uses: [`Object.entries(new Made${id}(input))`, `Made${id}.kind`],
		}),
	],
	[
		1,
		(stage, id) => ({
			helpers: [stage.random.pick(['_inherits', '_inheritsLoose'])],
			setup: [
				code`function Base${id}(v) {\nthis.v = v;\n}\nBase${id}.prototype.own = function ${stage.method('this.v')};\nBase${id}.kind = ${stage.num()};`,
				code`var Made${id} = /*#__PURE__*/function (_Base) {\nfunction Made${id}(v) {\nreturn _Base.call(this, v) || this;\n}\nINHERIT(Made${id}, _Base);\nvar _proto = Made${id}.prototype;\n_proto.more = function (input) {\nreturn this.own(input);\n};\nreturn Made${id};\n}(Base${id});`,
			],
			uses: [`new Made${id}(input).more(2)`, `Made${id}.kind`],
		}),
	],
	[
		1,
		(stage, id) => ({
			helpers: ['_asyncToGenerator'],
			setup: [
				code`function later${id}() {\nreturn _later${id}.apply(this, arguments);\n}\nfunction _later${id}() {\n_later${id} = _asyncToGenerator(function* (input) {\nreturn [yield input, ${stage.num()}];\n});\nreturn _later${id}.apply(this, arguments);\n}`,
			],
			uses: [`await later${id}(input)`, `await later${id}(3)`],
		}),
	],
	[
		1,
		(stage, id) => ({
			helpers: ['_objectSpread'],
			setup: [
				code`var held${id} = _objectSpread(_objectSpread({}, { a: 1 }), {}, { b: ${stage.num()} });`,
			],
			uses: [`held${id}`, `_objectSpread({ a: input }, held${id}).a`],
		}),
	],
];

/** How code with helpers may be refused: what they do with a function follows from what they are given. */
const REFUSED = [
	'LP2005',
	'LP3003',
	'LP2003',
	'LP3004',
	'LP3001',
	'LP2006',
	'LP2011',
	'LP2012',
	'LP8005',
];

/** @param {Stage} stage @returns {Scene} */
export function emitted(stage) {
	const { random, plan } = stage;
	const id = String(++plan.serial);
	if (random.chance(0.2)) return awaited(stage, id);
	const { helpers, setup, uses } = random.weighted(SHAPES)(stage, id);
	stage.mayRefuse(...REFUSED);
	const definitions = helpers.map((name) => statement([HELPERS[name] ?? '']));
	const [helper = ''] = helpers;
	const statements = setup.map((parts) =>
		statement(
			parts.map((part) => (typeof part === 'string' ? part.replace('INHERIT', helper) : part)),
		),
	);
	return place(stage, { setup: [...definitions, ...statements], uses });
}

/** @param {Stage} stage @param {string} id @returns {Scene} the unit itself is what a helper is given */
function awaited(stage, id) {
	const { random } = stage;
	const unit = stage.name('score');
	const isArrow = random.chance(0.4);
	// The unit may be refused, since it is the generator that has the directive.
	stage.mayRefuse('LP5015', 'LP2001', 'LP5004', ...REFUSED);
	const body = code`'use cpu_bound';\nconst one = yield later${id}(input);\nreturn [one, ${stage.num()}];`;
	const text = isArrow
		? code`const ${unit} = (input) => __awaiter(void 0, void 0, void 0, function* () {\n${statement(body)}\n});`
		: code`function ${unit}(input) {\nreturn __awaiter(this, void 0, void 0, function* () {\n${statement(body)}\n});\n}`;
	return {
		statements: [
			statement([HELPERS.__awaiter ?? '']),
			statement(
				code`function later${id}(input) {\nreturn __awaiter(this, void 0, void 0, function* () {\nreturn (yield input) + 1;\n});\n}`,
			),
			statement(text),
		],
		name: unit,
		callables: [{ path: unit, params: ['num'], result: 'any' }],
	};
}
