// What emitted TypeScript sees of host.js. A stub stands in a function whose declared type speaks of the plain program, so
// that what these return must fit any type.

export function unit(id: string, url: string, options?: object, classes?: () => object): any;
export function call(reference: any, args: ArrayLike<unknown>, captures?: any): any;
export function callWithCallback(reference: any, args: ArrayLike<unknown>, captures?: any): any;
export function callOrRun(
	reference: any,
	args: ArrayLike<unknown>,
	captures: any,
	inline: (...args: any[]) => unknown,
): any;
export function callHereOrThere(
	reference: any,
	args: ArrayLike<unknown>,
	captures: any,
	inline: (...args: any[]) => unknown,
): any;
export function here<T>(value: T): T;
export function there<T>(value: T): T;
export function print(
	reference: any,
	thunks: (() => unknown)[],
	others?: (string | number)[][],
	closedOver?: string[],
): any;
export function generate(reference: any, args: ArrayLike<unknown>, captures?: any): any;
export function hasValue(read: () => unknown): boolean;
export function receiver(self: object, copy: object): object;
