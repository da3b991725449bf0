// Classes that the host has too, under the same names, and units that take and make their instances.
class Point {
	constructor(x, y) {
		this.x = x;
		this.y = y;
	}
	get length() {
		return Math.hypot(this.x, this.y);
	}
	plus(other) {
		return new Point(this.x + other.x, this.y + other.y);
	}
	static of(x, y) {
		return new this(x, y);
	}
}
class Pixel extends Point {
	constructor(x, y, colour) {
		super(x, y);
		this.colour = colour;
	}
}
class Rows extends Array {
	sum() {
		return this.reduce((sum, row) => sum + row, 0);
	}
}
class Index extends Map {
	first() {
		return this.keys().next().value;
	}
}
function Old(name) {
	this.name = name;
}
Old.prototype.greet = function () {
	return `old ${this.name}`;
};
class ShapeError extends RangeError {}
class Hidden {
	x = 1;
}

const CHECKS = {
	length: (point) => point.length,
	kind: (value) => typeof value,
	sum: (rows) => [rows.sum(), rows instanceof Rows, rows.length, 1 in rows],
	first: (index) => [index.first().length, index instanceof Index, index.size],
	greet: (old) => old.greet(),
	classes: (value) =>
		[...value.list, ...value.map.keys(), ...value.map.values(), ...value.set].map(
			(each) => each.constructor.name,
		),
	chain: (pixel) => [pixel instanceof Pixel, pixel instanceof Point, pixel.length, pixel.colour],
	alias: ({ a, b, map }) => [a === b, a.self === a, map.get(a) === b, a.length],
	depth: (node) => {
		let count = 0;
		for (let each = node; each; each = each.next) if (each instanceof Point) count++;
		return count;
	},
	address: ({ url, same, query, map }) => [
		url.searchParams.get('q'),
		url === same,
		query.getAll('a').join(),
		[...map.keys()][0] === url,
		map.get(url) instanceof URLSearchParams,
	],
	bare: (value) => ['toString' in value, value.inner instanceof Point],
	error: (error) => [
		error instanceof ShapeError,
		error.at instanceof Point && error.at.length,
		error.cause.code,
		error.cause.cause === error,
		Object.keys(error).join(),
	],
	references: ({ list, map, set, same, point }) => [
		list[0] === Point && list[2][0] === Pixel && same === Pixel && list[1],
		map.get(Point) === Pixel && set.has(Old) && set.size === 2,
		point.type === point.constructor,
		Object.getPrototypeOf(list[2][0]) === list[0],
		list[2][0].of(3, 4).length,
	],
	buffers: ({ map, set }) =>
		[...map.keys(), ...map.values(), ...set].map((each) => Buffer.isBuffer(each)),
};

const MAKERS = {
	point: () => new Point(3, 4),
	shared: () => {
		const point = new Pixel(3, 4, 'red');
		point.self = point;
		return { point, list: [point], map: new Map([[point, new Set([point])]]), rows: Rows.of(1, 2) };
	},
	class: () => Pixel,
	classes: () => ({
		map: new Map([[Point, [Pixel, Pixel]]]),
		error: Object.assign(new ShapeError('of a class'), { type: Point, other: class Unknown {} }),
	}),
	unknownClass: () => ({ list: [Point, class {}] }),
	hiddenClass: () => Hidden,
	hidden: () => ({ rows: [1, { owner: new Hidden() }] }),
	address: () => ({ url: new URL('http://a/b?q=1'), errors: [new ShapeError('in a value')] }),
	bare: () => Object.assign(Object.create(null), { point: new Point(3, 4) }),
};

const raise = (error) => {
	throw error;
};

export const $lp_units = {
	'test/shapes.js#check': () => (what, value) => CHECKS[what](value),
	'test/shapes.js#make': () => (what) => MAKERS[what](),
	'test/shapes.js#plus':
		([base]) =>
		(point) =>
			base.plus(point),
	'test/shapes.js#of':
		([self]) =>
		(x, y) =>
			self.of(x, y),
	'test/shapes.js#callLent': () => async (make, same) => [await make(3), same === Old],
	'test/shapes.js#raiseClass': () => () => raise(ShapeError),
	'test/shapes.js#same':
		([base]) =>
		(point) =>
			base === point && base instanceof Point,
	'test/shapes.js#raise': () => () => {
		const error = new ShapeError('thrown', { cause: new TypeError('cause') });
		error.at = new Pixel(3, 4, 'red');
		error.list = [error.at, { error: new AggregateError([new ShapeError('inner')], 'all') }];
		error.hidden = new Hidden();
		error.fn = () => 1;
		error.cause.at = error.at;
		raise(error);
	},
	'test/shapes.js#raisePoint': () => () => raise({ point: new Point(3, 4) }),
	'test/shapes.js#raiseHidden': () => () => raise([new Hidden()]),
	'test/shapes.js#back': () => (point, callback) =>
		callback.call(point, new ShapeError('given'), point.plus(point), new URL('http://a/')),
	'test/shapes.js#backHidden': () => (callback) => callback(null, [new Hidden()]),
};

export const $lp_classes = {
	...{ Point, Pixel, Rows, Index, Old, ShapeError },
	'class Hidden': Hidden,
};
