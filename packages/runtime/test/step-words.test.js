// The words of a generator's steps (src/protocol/steps.js), in all interleavings of a worker with a host that gives the generator up
// while a step is on its way, runs, or is over.
import { jest } from '@jest/globals';
import { current } from './interleave/atomics.js';
import { explore } from './interleave/explore.js';

jest.unstable_mockModule('../src/protocol/atomics.js', () => import('./interleave/atomics.js'));
const steps = await import('../src/protocol/steps.js');
const stop = await import('../src/protocol/stop.js');

const { STEP_ASKED_WORD } = steps;

/**
 * A generator whose consumer has asked for a value and gives it up at any moment; its body is then to be closed. Another call goes on in
 * the same thread. As src/worker/generators.js and src/host/open-generator.js do it.
 *
 * @param {typeof steps & Record<string, Function>} protocol the real one, or one with a planted bug
 */
const scenario = (protocol) => (memory) => {
	const { words, asked, messages } = memory;
	const loop = (step, log, name) => {
		for (let turn = 0; turn < 2; turn++) {
			if (step(() => asked[0]) === 0) continue;
			const isMeant = name !== 'neighbour' && stop.isAsked(words, STEP_ASKED_WORD);
			if (!isMeant) continue;
			log.stopped.push(name);
			return;
		}
	};
	const worker = (step) => {
		current.step = step;
		const log = { begun: [], stopped: [] };
		// What has been posted when the event loop gets to it, in order; what comes later is seen in a later turn.
		for (let at = 0; at < 2; at++) {
			const message = step(() => messages[at]);
			if (!message) {
				loop(step, log, 'neighbour');
				continue;
			}
			if (!protocol.tryBeginStep(words, message.number)) continue;
			log.begun.push(message.name);
			loop(step, log, message.name);
			step(() => memory.answered.push(message.name));
		}
		memory.log = log;
	};
	const host = (step) => {
		current.step = step;
		const send = (name, number) => {
			protocol.queueStep(words, number);
			step(() => messages.push({ name, number }));
		};
		send('next', 1);
		const isTakenBack = protocol.giveUp(words, asked);
		memory.isTakenBack = isTakenBack;
		// Without an answer the thread is ended, and there is nothing more to see.
		if (!isTakenBack && !step(() => memory.answered.includes('next'))) return;
		protocol.sendClosing(words, asked, { isAsked: !isTakenBack, send: () => send('return', 2) });
	};
	const check = () => {
		current.step = undefined;
		const { begun, stopped } = memory.log;
		if (memory.isTakenBack && begun.includes('next')) return 'a step that was taken back has run';
		const innocent = stopped.find((name) => name !== 'next');
		if (innocent) return `${innocent} was stopped`;
		memory.outcomes.add(memory.isTakenBack ? 'taken back' : stopped.length ? 'stopped' : 'ended');
		if (begun.join() === 'next,return' || begun.join() === 'return') memory.outcomes.add('closed');
		return undefined;
	};
	return { threads: [worker, host], check };
};

/** What src/host/open-generator.js does, in its order. */
const hostOrder = {
	giveUp(words, asked) {
		if (steps.tryTakeBackStep(words, 1)) return true;
		steps.askStep(words, true);
		stop.raiseLook(asked);
		return false;
	},
	sendClosing(words, asked, { isAsked, send }) {
		if (isAsked) {
			steps.askStep(words, false);
			stop.lowerLook(asked);
		}
		send();
	},
};

const outcomes = new Set();
const createMemory = () => ({
	words: steps.createSteps(),
	asked: stop.createStop(),
	messages: [],
	answered: [],
	log: undefined,
	isTakenBack: false,
	outcomes,
});

const find = (broken) => explore(scenario({ ...steps, ...hostOrder, ...broken }), createMemory);

test('a step runs or is taken back, and only the step that was given up is stopped, in every interleaving', () => {
	const { runs, failure } = find({});
	expect(failure).toBeUndefined();
	expect([...outcomes].sort()).toEqual(['closed', 'ended', 'stopped', 'taken back']);
	expect(runs).toBeGreaterThan(500);
});

describe('planted bugs are found', () => {
	test('beginning a step without a look at the word', () => {
		const { failure } = find({
			tryBeginStep: (words, number) => current.step?.(() => (words[0] = -number)),
		});
		expect(failure?.problem).toBe('a step that was taken back has run');
	});

	test('looking at the word and beginning in two operations', () => {
		const { failure } = find({
			tryBeginStep(words, number) {
				if (current.step?.(() => words[0]) !== number) return false;
				current.step?.(() => (words[0] = -number));
				return true;
			},
		});
		expect(failure?.problem).toBe('a step that was taken back has run');
	});

	test('closing the body before the request is forgotten', () => {
		const { failure } = find({
			sendClosing(words, asked, { isAsked, send }) {
				send();
				if (isAsked) hostOrder.sendClosing(words, asked, { isAsked, send: () => undefined });
			},
		});
		expect(failure?.problem).toBe('return was stopped');
	});

	test('asking without taking back', () => {
		const { failure } = find({
			giveUp(words, asked) {
				steps.askStep(words, true);
				stop.raiseLook(asked);
				return steps.tryTakeBackStep(words, 1);
			},
		});
		expect(failure?.problem).toBe('return was stopped');
	});
});
