// What emitted TypeScript sees of gem.js. What these give stands in place of expressions of any type.

interface Site {
	enter(root: unknown): any;
	glance(root: unknown): any;
	enterAt(root: unknown, at: unknown): any;
	enterFrom(root: unknown, first: unknown): any;
	fill(facts: any, key: unknown, value: any): any;
}

export function elements(path: readonly (string | null)[]): Site;
export function keyed(path: readonly string[]): Site;
export function object(path: readonly string[], keys: readonly string[]): Site;
export function rows(path: readonly string[], columns: readonly (readonly string[])[]): Site;
