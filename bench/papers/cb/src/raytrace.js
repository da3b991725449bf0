// A small ray tracer: spheres over a chequered floor, one light, shadows, reflections.

/**
 * @typedef {readonly [x: number, y: number, z: number]} Vector
 *
 * @typedef {object} Sphere
 * @property {Vector} centre
 * @property {number} radius
 * @property {Vector} colour 0 to 1 each
 * @property {number} shine 0 to 1: how much of what it reflects is seen
 *
 * @typedef {object} Hit
 * @property {Vector} point
 * @property {Vector} normal
 * @property {Vector} colour
 * @property {number} shine
 */

/** @type {(a: Vector, b: Vector) => Vector} */
const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
/** @type {(a: Vector, b: Vector) => Vector} */
const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
/** @type {(a: Vector, factor: number) => Vector} */
const scale = (a, factor) => [a[0] * factor, a[1] * factor, a[2] * factor];
/** @type {(a: Vector, b: Vector) => number} */
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** @type {(a: Vector) => Vector} */
const normalise = (a) => scale(a, 1 / Math.sqrt(dot(a, a)));

const EYE = /** @type {Vector} */ ([0, 1, -6]);
const LIGHT = /** @type {Vector} */ ([6, 8, -6]);
const SKY = /** @type {Vector} */ ([0.5, 0.7, 1]);
const DEPTH = 4;
const NEAR = 1e-4;

/** @type {Sphere[]} */
const SPHERES = [
	{ centre: [0, 0.6, 0], radius: 1.2, colour: [0.9, 0.2, 0.2], shine: 0.4 },
	{ centre: [2.2, 0, -0.6], radius: 0.7, colour: [0.2, 0.8, 0.3], shine: 0.3 },
	{ centre: [-2.1, 0.1, -0.4], radius: 0.8, colour: [0.2, 0.3, 0.9], shine: 0.5 },
	{ centre: [0.7, -0.3, -2], radius: 0.4, colour: [0.9, 0.8, 0.2], shine: 0.2 },
];
const FLOOR = -0.7;

/**
 * @param {Sphere} sphere
 * @param {Vector} origin
 * @param {Vector} direction of length 1
 * @returns {number} distance; infinite when the ray misses it
 */
function distanceTo({ centre, radius }, origin, direction) {
	const offset = subtract(origin, centre);
	const half = dot(offset, direction);
	const inside = half * half - dot(offset, offset) + radius * radius;
	if (inside < 0) return Infinity;
	const root = Math.sqrt(inside);
	if (-half - root > NEAR) return -half - root;
	return -half + root > NEAR ? -half + root : Infinity;
}

/**
 * @param {Vector} origin
 * @param {Vector} direction of length 1
 * @returns {Hit | undefined}
 */
function hit(origin, direction) {
	let nearest = Infinity;
	/** @type {Sphere | undefined} */
	let found;
	for (const sphere of SPHERES) {
		const distance = distanceTo(sphere, origin, direction);
		if (distance < nearest) [nearest, found] = [distance, sphere];
	}
	const toFloor = direction[1] < 0 ? (FLOOR - origin[1]) / direction[1] : Infinity;
	if (toFloor < nearest) {
		const point = add(origin, scale(direction, toFloor));
		const isDark = (Math.floor(point[0]) + Math.floor(point[2])) % 2 === 0;
		return { point, normal: [0, 1, 0], colour: isDark ? [0.1, 0.1, 0.1] : [1, 1, 1], shine: 0.1 };
	}
	if (!found) return undefined;
	const { centre, colour, shine } = found;
	const point = add(origin, scale(direction, nearest));
	return { point, normal: normalise(subtract(point, centre)), colour, shine };
}

/**
 * @param {Vector} origin
 * @param {Vector} direction of length 1
 * @param {number} depth reflections that are still followed
 * @returns {Vector} colour
 */
function trace(origin, direction, depth) {
	const seen = hit(origin, direction);
	if (!seen) return SKY;
	const { point, normal, colour, shine } = seen;
	const start = add(point, scale(normal, NEAR));
	const toLight = subtract(LIGHT, start);
	const length = Math.sqrt(dot(toLight, toLight));
	const lightDirection = scale(toLight, 1 / length);
	const isShaded = SPHERES.some((sphere) => distanceTo(sphere, start, lightDirection) < length);
	const brightness = 0.2 + (isShaded ? 0 : 0.8 * Math.max(0, dot(normal, lightDirection)));
	const own = scale(colour, brightness * (1 - shine));
	if (depth === 0) return own;
	const reflected = subtract(direction, scale(normal, 2 * dot(direction, normal)));
	return add(own, scale(trace(start, reflected, depth - 1), shine));
}

/**
 * @param {number} width of the image in pixels; its height is three quarters of that
 * @returns {Promise<number>} a checksum of all pixels
 */
export async function raytrace(width) {
	'use cpu_bound';
	const height = Math.floor((width * 3) / 4);
	let checksum = 0;
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const direction = normalise([x / width - 0.5, 0.4 - y / width, 1]);
			for (const part of trace(EYE, direction, DEPTH)) {
				checksum = (Math.imul(checksum, 31) + Math.min(255, Math.floor(256 * part))) | 0;
			}
		}
	}
	return checksum;
}
