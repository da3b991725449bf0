import { parseSource, walk } from '../src/ast/babel.js';
import { variantOf } from '../src/ast/parents.js';
import { resolveNames } from '../src/ast/resolve.js';

const SOURCE = `
@sealed class Row { #n = 1; static { Row.count = 0; } get n() { return this.#n; } }
export const f = ({ a = g(1), ...rest }, [b]) => { label: for (const x of rest) { if (x) continue label; } return \`\${a}\${b}\`; };
function g(x) { return class extends Row { [x] = () => f?.(x)?.y; }; }
`;

/** @param {any} root @param {(node: any) => boolean | void} [visit] @returns {string[]} */
function walked(root, visit = () => {}) {
	/** @type {string[]} */
	const found = [];
	walk(root, (node) => {
		found.push(`${node.type} ${node.start}-${node.end}`);
		return visit(node);
	});
	return found;
}

describe('nodes that know their place', () => {
	const parse = () => parseSource(SOURCE, { language: 'js', moduleKind: 'module' });
	const resolved = parse();
	const { parents } = resolveNames(resolved, { strict: true });

	test('a walk by place visits what a walk by keys visits, in its order', () => {
		const { program } = parse();
		expect(program.tree).toBeUndefined();
		expect(walked(resolved.program)).toEqual(walked(program));
		expect(walked(resolved.program.body[1])).toEqual(walked(program.body[1]));
	});

	test('what a visitor leaves out is left out, and no more', () => {
		const skip = (/** @type {any} */ node) => !/Arrow|Class(Body|Expression)/.test(node.type);
		const found = walked(resolved.program, skip);
		expect(found).toEqual(walked(parse().program, skip));
		expect(found.length).toBeLessThan(walked(resolved.program).length);
	});

	test('a variant of a node has no place, but its own children', () => {
		const [, , { body }] = resolved.program.body;
		const argument = body.body[0].argument;
		const variant = variantOf(argument, { body: argument.superClass });
		expect(parents.get(argument)?.type).toBe('ReturnStatement');
		expect(parents.get(variant)).toBeUndefined();
		expect(walked(variant)).toHaveLength(3);
	});
});
