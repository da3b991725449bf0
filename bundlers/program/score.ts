import { Point } from './point.js';
import { scale } from './scale.js';

export class NotFound extends Error {
	key: string;
	constructor(key: string) {
		super(`there is no ${key}`);
		this.name = 'NotFound';
		this.key = key;
	}
}

interface Described {
	lengths: number[];
	isPoint: boolean;
}

const PRIMES: number[] = [];
for (let n = 2; PRIMES.length < 10; n++)
	if (PRIMES.every((prime) => n % prime !== 0)) PRIMES.push(n);

export async function describe(points: Point[]): Promise<Described> {
	'use cpu_bound';
	const lengths = points.map((point, index) => scale(point.length) * PRIMES[index]);
	return { lengths, isPoint: points[0] instanceof Point };
}

export async function fail(key: string): Promise<NotFound> {
	'use cpu_bound';
	if (scale(key.length) > 0) throw new NotFound(key);
	return new NotFound('');
}
