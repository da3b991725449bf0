import { countPrimes } from './primes.js';

const limits = [1e5, 2e5, 3e5];
console.log((await Promise.all(limits.map((limit) => countPrimes(limit)))).join(' '));
