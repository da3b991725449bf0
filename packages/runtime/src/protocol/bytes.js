// Values as bytes, by V8's own serialiser; both sides.
import { Deserializer, Serializer } from 'node:v8';

/**
 * Serialise a value once, to be read in the worker.
 *
 * @param {unknown} value
 * @returns {Uint8Array | undefined} undefined when it holds something that only a message can carry (shared memory, objects of
 *   the platform), or nothing can
 */
export function toBytes(value) {
	const serializer = new Serializer();
	serializer.writeHeader();
	try {
		serializer.writeValue(value);
	} catch {
		return undefined; // structured clone decides what it is, and names it
	}
	return serializer.releaseBuffer();
}

/**
 * @param {Uint8Array} bytes from `toBytes` of the same version of Node
 * @returns {any}
 */
export function fromBytes(bytes) {
	const deserializer = new Deserializer(bytes);
	deserializer.readHeader();
	return deserializer.readValue();
}
