import { describe, expect, test } from '@jest/globals';
import * as changing from './proofs/changing.js';
import { INDIRECT } from './proofs/indirect.js';
import * as pure from './proofs/pure.js';
import { CHANGED, CONSTANT, ESCAPING } from './proofs/state.js';
import { whyInputs, whyState } from './proofs/plan.js';

describe('a unit that changes what it is given', () => {
	test.each([...Object.values(changing).flat(), ...INDIRECT])('is not proven: %s', (form) => {
		expect(whyInputs(form)).not.toBeNull();
	});
});

describe('a unit that leaves what it is given alone', () => {
	test.each(Object.values(pure).flat())('is proven: %s', (form) => {
		expect(whyInputs(form)).toBeNull();
	});
});

describe('state of a module that is changed', () => {
	test.each([...CHANGED, ...ESCAPING])('is not proven: %s', (form) => {
		expect(whyState(form)).not.toBeNull();
	});
});

describe('state of a module that stays as it was loaded', () => {
	test.each(CONSTANT)('is proven: %s', (form) => {
		expect(whyState(form)).toBeNull();
	});
});
