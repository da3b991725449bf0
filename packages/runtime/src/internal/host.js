/** What emitted host modules import; exactly the names of abi.js. */
import { call, callWithCallback, unit } from '../host/call.js';
import { callOrRun } from '../host/call-or-run.js';
import { generate } from '../host/generate.js';
import { hasValue } from '../host/has-value.js';
import { callHereOrThere, here, there } from '../host/here.js';
import { receiver } from '../host/in-out.js';
import { print } from '../host/print.js';

export {
	call,
	callHereOrThere,
	callOrRun,
	callWithCallback,
	generate,
	hasValue,
	here,
	print,
	receiver,
	there,
	unit,
};

// Bundlers that turn CommonJS into ES modules import what it requires as the default.
export default {
	call,
	callHereOrThere,
	callOrRun,
	callWithCallback,
	generate,
	hasValue,
	here,
	print,
	receiver,
	there,
	unit,
};
