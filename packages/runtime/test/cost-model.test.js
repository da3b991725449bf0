import { beforeEach, describe, expect, test } from '@jest/globals';
import { isFasterHere, noteAnswered, noteRunHere, noteSent } from '../src/host/cost-model.js';
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

	test('a call is sent now and then, to measure the pool again', () => {
		const unit = unitOf(100);
		let here = 0;
		while (isFasterHere(unit, THREADS)) {
			noteRunHere(unit, 100);
			here++;
		}
		expect(here).toBe(61); // 100 times the overhead of 60 µs, and the call that exceeds it
		noteSent(unit, 5);
		expect(isFasterHere(unit, THREADS)).toBe(true);
	});

	test('the start of a thread says nothing of the overhead', () => {
		const unit = unitOf(100);
		noteAnswered(unit, 40_000);
		expect(unit.costs?.overheadUs).toBe(60);
	});
});
