/** @import { Part } from '../tree.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, statement } from '../tree.js';
import { place } from './placements.js';

/**
 * What TypeScript has beside types: overloads, namespaces and their aliases, enumerations, parameter properties.
 */

/** @typedef {{ setup: Part[][], uses: string[], isTop?: boolean }} Shape */

/** @type {readonly (readonly [number, (stage: Stage, id: string) => Shape])[]} */
const SHAPES = [
	[
		2,
		(stage, id) => ({
			setup: [
				code`class Made${id} {\nv: any;\nconstructor(a: number);\nconstructor(a: string, b: number);\nconstructor(a: any, b?: any) {\nthis.v = [a, b ?? ${stage.num()}];\n}\nown(one: number): number;\nown(one: string): string;\nown(one: any) {\nreturn one;\n}\n}`,
			],
			uses: [`new Made${id}(input).v`, `new Made${id}('a', 2).own(3)`],
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: [
				code`function pick${id}(one: number): number;\nfunction pick${id}(one: string, more: number): string;\nfunction pick${id}(one: any, more?: any) {\nreturn more ?? one + ${stage.num()};\n}`,
			],
			uses: [`pick${id}(input)`, `pick${id}('a', 2)`],
		}),
	],
	[
		2,
		(stage, id) => ({
			setup: [
				code`namespace Space${id} {\nexport const q = ${stage.num()};\nexport function f(input: number) {\nreturn input + 1;\n}\nexport namespace Inner {\nexport const r = [${stage.num()}];\n}\n}`,
				...stage.random.pick([
					[code`import alias${id} = Space${id}.q;`],
					[code`import alias${id} = Space${id}.Inner;`],
					[code`export import alias${id} = Space${id}.f;`],
				]),
			],
			uses: [`typeof alias${id}`, `Space${id}.f(input)`, `Space${id}.Inner.r`],
			isTop: true,
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: [code`enum Kind${id} {\nA = ${stage.random.int(5)},\nB,\nC = A + B,\n}`],
			uses: [`Kind${id}.B`, `Kind${id}[Kind${id}.C]`],
			isTop: true,
		}),
	],
	[
		0.6,
		(_stage, id) => ({
			setup: [code`enum Word${id} {\nA = 'a',\nB = 'b',\n}`],
			uses: [`Object.values(Word${id})`, `Word${id}.B`],
			isTop: true,
		}),
	],
	[
		1.5,
		(stage, id) => ({
			setup: [
				code`abstract class Base${id} {\nconstructor(private readonly a: number, public b = ${stage.num()}) {}\nabstract own(one: number): unknown;\nsum() {\nreturn this.a + this.b;\n}\n}`,
				code`class Made${id} extends Base${id} {\noverride own(one: number) {\nreturn [one, this.sum()];\n}\n}`,
			],
			uses: [`new Made${id}(input).own(2)`],
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: [
				code`const held${id} = { a: ${stage.num()} } satisfies object;`,
				code`const same${id} = <T,>(one: T): T => one;`,
			],
			uses: [`(held${id} as any).a!`, `same${id}<number>(input)`, `(<any>held${id}).b`],
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: [
				code`function own${id}(this: { k: number }, one: number) {\nreturn this.k + one;\n}`,
				code`const box${id} = { k: ${stage.num()}, own: own${id} };`,
			],
			uses: [`own${id}.call({ k: 2 }, input)`, `box${id}.own(input)`],
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: [
				code`class Made${id} {\ndeclare k: number;\nq?: number;\nreadonly r = ${stage.num()};\nstatic s: number;\n[key: string]: any;\n}`,
			],
			uses: [`Object.keys(new Made${id}())`, `'s' in Made${id}`],
		}),
	],
];

/** @param {Stage} stage @returns {Scene | null} */
export function typed(stage) {
	const { random, plan } = stage;
	if (plan.language !== 'ts') return null;
	const id = String(++plan.serial);
	if (random.chance(0.25)) return overloaded(stage, id);
	const { setup, ...rest } = random.weighted(SHAPES)(stage, id);
	return place(stage, { ...rest, setup: setup.map((parts) => statement(parts)) });
}

/** @param {Stage} stage @param {string} id @returns {Scene} a unit that has overloads, as a function or a method */
function overloaded(stage, id) {
	const unit = stage.name('score');
	const name = stage.name('check');
	const body = stage.unit(['input']);
	const isMethod = stage.random.chance(0.5);
	const text = isMethod
		? code`class Scorer${id} {\nstatic async ${unit}(one: number): Promise<any>;\nstatic async ${unit}(one: string): Promise<any>;\nstatic async ${unit}${body}\n}`
		: code`async function ${unit}(one: number): Promise<any>;\nasync function ${unit}(one: string): Promise<any>;\nasync function ${unit}${body}`;
	const callee = isMethod ? `Scorer${id}.${unit}` : unit;
	return {
		statements: [
			statement(text),
			stage.host(name, code`return [await ${callee}(input), await ${callee}(2)];`),
		],
		name,
		callables: [stage.callable(name)],
	};
}
