import { expect, test } from '@jest/globals';
import { readOutput } from '../papers/servers/load.js';
import { parseAnswers } from '../papers/servers/memcached-client.js';

test('answers of memcached are read as they come, in parts too', () => {
	const text = 'VALUE a 0 5\r\nab\r\nc\r\nEND\r\nSTORED\r\nEND\r\nVALUE b 0 0\r\n\r\nEND\r\n';
	const whole = ['ab\r\nc', undefined, undefined, ''];
	expect(parseAnswers(text)).toEqual({ answers: whole, rest: '' });
	for (let cut = 0; cut <= text.length; cut++) {
		const first = parseAnswers(text.slice(0, cut));
		const second = parseAnswers(first.rest + text.slice(cut));
		expect([...first.answers, ...second.answers]).toEqual(whole);
	}
});

test('an answer that is neither a value nor stored is an error', () => {
	expect(() => parseAnswers('SERVER_ERROR out of memory\r\n')).toThrow(
		"memcached answers 'SERVER_ERROR out of memory'",
	);
});

const OUTPUT = `Complete requests:      26600
Requests per second:    26599.90 [#/sec] (mean)
Percentage of the requests served within a certain time (ms)
  50%      1
  99%     17
 100%     40 (longest request)
`;

test('what ab prints is read', () => {
	expect(readOutput(OUTPUT)).toEqual({ perSecond: 26599.9, p50: 1, p99: 17 });
});

test('refused requests end the run', () => {
	expect(() => readOutput(`Non-2xx responses:      3\n${OUTPUT}`)).toThrow(
		'3 requests were refused',
	);
	expect(() => readOutput('')).toThrow('ab printed no');
});
