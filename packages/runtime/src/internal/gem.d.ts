// What emitted TypeScript sees of gem.js. What these give stands in place of expressions of any type.

interface Site {
	readonly holder: any;
	through(): Site;
	holding(): Site;
	keeping(): Site;
	writing(extent?: 'all' | 'some'): Site;
	enter(root: unknown): any;
	glance(root: unknown): any;
	enterAt(root: unknown, at: unknown): any;
	enterFrom(root: unknown, first: unknown): any;
	fill(facts: any, key: unknown, value: any): any;
	compared(list: unknown, value: unknown): any;
	fitting(fits: unknown, lists: readonly unknown[]): any;
	isWhole(list: unknown): boolean;
	lengths(list: unknown): any;
}

interface BlockSite {
	readonly fn: ((fn: unknown) => any) | undefined;
	of(root: unknown): { begin(): void; end(): void; result(value: any): any } | undefined;
}

interface CopySite {
	list(root: unknown): any;
	fill(root: unknown, index: unknown): any;
	whole(root: unknown): any;
	each(root: unknown): any;
}

export function apart(value: unknown, isCalled?: boolean): boolean;
export function block(name: string): BlockSite;
export function copies(path: readonly string[], isEager?: boolean): CopySite;
export function elements(
	path: readonly (string | null)[],
	isSetting?: boolean,
	isThrough?: boolean,
): Site;
export const epoch: { readonly n: number };
export function keyed(path: readonly string[]): Site;
export function object(path: readonly string[], keys: readonly string[]): Site;
export function original<T>(value: T): T;
export function originals<T>(list: T): T;
export function rows(path: readonly string[], columns: readonly (readonly string[])[]): Site;
