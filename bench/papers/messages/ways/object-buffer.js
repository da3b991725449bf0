/** @import { Way } from './index.js' */
import { TextDecoder, TextEncoder } from 'node:util';
import {
	createObjectBuffer,
	getUnderlyingArrayBuffer,
	loadObjectBuffer,
} from '@bnaya/objectbuffer';

/** @type {any} */
const coders = { textEncoder: new TextEncoder(), textDecoder: new TextDecoder() };
/** Bytes for a byte of JSON, and at least: it does not grow by itself. */
const ROOM = { factor: 16, least: 1 << 16 };

/** A library whose objects lie in a SharedArrayBuffer, which is what is sent. @type {Way} */
export const objectBuffer = {
	name: '@bnaya/objectbuffer',
	prepare(content) {
		const size = Math.max(ROOM.least, JSON.stringify(content).length * ROOM.factor);
		const options = { useSharedArrayBuffer: true };
		return getUnderlyingArrayBuffer(createObjectBuffer(coders, size, content, options));
	},
	post: (target, message) => target.postMessage(message),
	listen: (source, listener) => source.on('message', listener),
	view: (body) => loadObjectBuffer(coders, body),
	plain: (body) => JSON.parse(JSON.stringify(loadObjectBuffer(coders, body))),
};
