/** @import { MakeState } from './files.js' */
import { code } from '../tree.js';
import { onObject } from './on-object.js';

/**
 * Objects of the platform behind private members, closures and properties of another file. No property of theirs shows what they hold, which the
 * host changes and a unit asks for.
 */

/** What makes it, changes it and asks for something that the change makes another. @type {readonly Readonly<{ make: string, change: string, ask: string }>[]} */
const OBJECTS = [
	{ make: 'new Headers()', change: "append('a', `${value}`)", ask: "get('a') ?? 'none'" },
	{ make: 'new FormData()', change: "append('a', `${value}`)", ask: "getAll('a').join()" },
	{ make: "new URLSearchParams('b=1')", change: "append('a', value)", ask: 'toString()' },
	{ make: "new URL('http://a.test/?b=1')", change: 'searchParams.append("a", value)', ask: 'href' },
	{
		make: 'new TextDecoder()',
		change: 'decode(Uint8Array.of(0xe2), { stream: true })',
		ask: 'decode(Uint8Array.of(65))',
	},
	{
		make: "new Event('x', { cancelable: true })",
		change: 'preventDefault()',
		ask: 'defaultPrevented',
	},
	{
		make: 'new WebAssembly.Memory({ initial: 0, maximum: 64 })',
		change: 'grow(1)',
		ask: 'buffer.byteLength',
	},
];

/** @type {MakeState} */
export function platformObject(stage, name) {
	const { random, plan } = stage;
	plan.features.add('state: object of the platform');
	const { make, change, ask } = random.pick(OBJECTS);
	const text = random.weighted([
		[
			2,
			code`class Held${name} {\n#held = ${make};\nset(value) {\nthis.#held.${change};\n}\nget() {\nreturn this.#held.${ask};\n}\n}\nconst ${name} = new Held${name}();`,
		],
		[
			2,
			code`class Held${name} {\nconstructor(held) {\nthis.held = held;\n}\nset(value) {\nthis.held.${change};\n}\nget() {\nreturn this.held.${ask};\n}\n}\nconst ${name} = new Held${name}(${make});`,
		],
		[
			1,
			code`const ${name} = ((held) => ({ set(value) {\nheld.${change};\n}, get: () => held.${ask} }))(${make});`,
		],
		[
			1,
			code`const held${name} = ${make};\nconst ${name} = {\nset(value) {\nheld${name}.${change};\n},\nget: () => held${name}.${ask},\n};`,
		],
	]);
	return {
		text,
		exported: [name],
		use: `${name}.get()`,
		change: () => onObject(stage, name, (one) => code`${one}.set(${stage.num()})`),
		isCode: true,
		// Where the object is sent with the call, no copy has private members.
		codes: ['LP8015'],
	};
}
