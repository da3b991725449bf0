import { Buffer } from 'node:buffer';
import { types } from 'node:util';

/**
 * Add what has to be in the transfer list for a value to move.
 *
 * @param {{ transferList: object[] | undefined }} holder of the list
 * @param {object} value an ArrayBuffer, a view of one, or a transferable object of the platform
 */
export function addTransfer(holder, value) {
	const list = (holder.transferList ??= []);
	const moved = ArrayBuffer.isView(value) ? value.buffer : value;
	// Small Buffers are slices of one pool: moving it would empty unrelated Buffers. Copied instead.
	const isSlice = Buffer.isBuffer(value) && value.length !== value.buffer.byteLength;
	if (isSlice || types.isSharedArrayBuffer(moved) || list.includes(moved)) return;
	list.push(moved);
}
