import { createTransformer } from '@lapidary/compiler/jest';
import lapidary from '@lapidary/compiler/vitest';

test.each([
	['jest', createTransformer],
	['vitest', lapidary],
])('%s: an option that is not known is refused', (entry, create) => {
	const misspelt = /** @type {any} */ ({ thread: true });
	expect(() => create(misspelt)).toThrow(
		new RegExp(`@lapidary/compiler/${entry}: unknown option 'thread'; the options are threads, `),
	);
	expect(() => create({ strict: true })).not.toThrow();
});
