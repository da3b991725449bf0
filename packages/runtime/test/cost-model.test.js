import { beforeEach, describe, expect, test } from '@jest/globals';
import {
	isFasterHere,
	noteAnswered,
	noteBegun,
	noteEnded,
	noteRunHere,
	noteSent,
} from '../src/host/cost-model.js';
import { host } from '../src/host/registry.js';
import { reference } from './fixtures.js';

const THREADS = 2;

beforeEach(() => {
	host.overheadUs = 60;
	host.callsHere = 0;
});

/** @param {number} meanRunUs */
function unitOf(meanRunUs) {
	const unit = reference('values.js#add');
	unit.figures.meanRunUs = meanRunUs;
	unit.costs = undefined;
	if (meanRunUs >= 0) noteRunHere(unit, meanRunUs);
	return unit;
}

/** @param {number} meanRunUs @param {number} inFlight others at each call @returns {boolean} once that is known */
function decide(meanRunUs, inFlight) {
	const unit = unitOf(meanRunUs);
	host.callsHere = inFlight - 1;
	for (let call = 0; call < 50; call++) isFasterHere(unit, THREADS);
	return isFasterHere(unit, THREADS);
}

describe('where a call of an optional unit runs', () => {
	test('on the pool until it has been measured', () => {
		expect(isFasterHere(unitOf(-1), THREADS)).toBe(false);
	});

	test.each([
		[1, 1, true],
		[100, 1, true],
		[500, 1, true],
		[700, 1, false],
		[100_000, 1, false],
		[1, 64, true],
		[4, 64, true],
		[30, 64, false],
		[10, 8, true],
		[40, 8, false],
	])('%d µs, %d in flight: on the calling thread: %s', (meanRunUs, inFlight, isHere) => {
		expect(decide(meanRunUs, inFlight)).toBe(isHere);
	});

	test('with one thread nothing runs side by side', () => {
		const unit = unitOf(100);
		host.callsHere = 1;
		for (let call = 0; call < 50; call++) isFasterHere(unit, 1);
		expect(isFasterHere(unit, 1)).toBe(true);
	});

	test('what calls bring along counts: it is measured as overhead', () => {
		const unit = unitOf(1000);
		expect(isFasterHere(unit, THREADS)).toBe(false);
		for (let call = 0; call < 40; call++) noteAnswered(unit, 1000 + 400);
		expect(isFasterHere(unit, THREADS)).toBe(true);
	});

	test('so does what sending takes of the calling thread', () => {
		expect(decide(40, 8)).toBe(false);
		const unit = unitOf(40);
		host.callsHere = 7;
		for (let call = 0; call < 50; call++) {
			noteSent(unit, 60);
			isFasterHere(unit, THREADS);
		}
		expect(isFasterHere(unit, THREADS)).toBe(true);
	});

	test('calls are sent now and then, to measure the pool again', () => {
		const unit = unitOf(100);
		let here = 1;
		while (isFasterHere(unit, THREADS)) {
			noteRunHere(unit, 100);
			here++;
		}
		expect(here).toBe(61); // 100 times the overhead of 60 µs, and the call that exceeds it
		expect(isFasterHere(unit, THREADS)).toBe(false); // two of a trial, since calls come one by one
		expect(isFasterHere(unit, THREADS)).toBe(true);
	});

	test('what lies between answers counts in bursts, whatever it is', () => {
		const unit = unitOf(40);
		host.callsHere = 7;
		for (let call = 0; call < 50; call++) isFasterHere(unit, THREADS);
		expect(isFasterHere(unit, THREADS)).toBe(false);
		for (let call = 0; call < 64; call++) noteBegun(unit);
		for (let call = 0; call < 64; call++) noteEnded(unit, 100 + call); // one each millisecond
		expect(unit.costs?.burstUs).toBeCloseTo(1000);
		expect(isFasterHere(unit, THREADS)).toBe(true);
	});

	test('threads that read large arguments say little of the run time: one call here tells', () => {
		const unit = unitOf(-1);
		unit.figures.meanRunUs = 20_000;
		for (let call = 0; call < 50; call++) noteSent(unit, 10_000);
		expect(isFasterHere(unit, THREADS)).toBe(true);
		noteRunHere(unit, 300);
		for (let call = 0; call < 50; call++) isFasterHere(unit, THREADS);
		expect(unit.costs?.runHereUs).toBeLessThan(20_000);
	});

	test('a run that was interrupted says nothing, two long ones do', () => {
		const unit = unitOf(10);
		noteRunHere(unit, 5000);
		expect(isFasterHere(unit, THREADS)).toBe(true);
		noteRunHere(unit, 5000);
		expect(unit.costs?.runHereUs).toBeGreaterThan(900);
		const other = unitOf(10);
		noteRunHere(other, 60_000);
		expect(isFasterHere(other, THREADS)).toBe(false);
	});
});
