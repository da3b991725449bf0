import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * A client of memcached, by its text protocol over one connection, on which requests do not wait for the answers of those before:
 * less than any package does.
 */
export class MemcachedClient {
	#socket;
	#rest = '';
	/** @type {((answer: string | undefined) => void)[]} */
	#waiting = [];

	/** @param {import('node:net').Socket} socket */
	constructor(socket) {
		this.#socket = socket;
		socket.setNoDelay(true);
		socket.setEncoding('latin1');
		socket.on('data', (text) => this.#read(String(text)));
	}

	/** @param {number} port @returns {Promise<MemcachedClient>} */
	static async open(port) {
		const socket = connect(port, '127.0.0.1');
		await once(socket, 'connect');
		return new MemcachedClient(socket);
	}

	/** @param {string} key @returns {Promise<string | undefined>} */
	get(key) {
		return this.#ask(`get ${key}\r\n`);
	}

	/** @param {string} key @param {string} value Latin-1 @returns {Promise<unknown>} */
	set(key, value) {
		return this.#ask(`set ${key} 0 0 ${value.length}\r\n${value}\r\n`);
	}

	close() {
		this.#socket.end();
	}

	/** @param {string} request @returns {Promise<string | undefined>} */
	#ask(request) {
		this.#socket.write(request, 'latin1');
		return new Promise((resolve) => this.#waiting.push(resolve));
	}

	/** @param {string} text */
	#read(text) {
		const { answers, rest } = parseAnswers(this.#rest + text);
		this.#rest = rest;
		for (const answer of answers) this.#waiting.shift()?.(answer);
	}
}

/**
 * @param {string} text what has come from memcached, Latin-1
 * @returns {{ answers: (string | undefined)[], rest: string }} values, undefined where there is none; what is not complete yet
 * @throws {Error} for an answer that is neither a value nor `STORED`
 */
export function parseAnswers(text) {
	/** @type {(string | undefined)[]} */
	const answers = [];
	let at = 0;
	for (;;) {
		const end = text.indexOf('\r\n', at);
		if (end < 0) break;
		const line = text.slice(at, end);
		if (line.startsWith('VALUE ')) {
			const from = end + 2;
			const to = from + Number(line.slice(line.lastIndexOf(' ') + 1));
			const next = to + '\r\nEND\r\n'.length;
			if (text.length < next) break;
			answers.push(text.slice(from, to));
			at = next;
		} else if (line === 'END' || line === 'STORED') {
			answers.push(undefined);
			at = end + 2;
		} else throw new Error(`memcached answers '${line}'`);
	}
	return { answers, rest: text.slice(at) };
}
