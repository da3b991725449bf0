/** @import { Declaration } from '../lib/types.js' */

const [parse, stringify] = ['lib/parse.js', 'lib/stringify.js'];

/** @type {Declaration} */
export default {
	package: 'json5',
	entry: 'lib/index.js',
	steps: [
		{
			file: parse,
			what: '`/* cpu_bound: reeval */` before the variables that calls assign to',
			why: 'the parser keeps its state in variables that each call sets first',
			edits: [
				{
					comment: 'cpu_bound: reeval',
					before: [
						...['source', 'parseState', 'stack', 'pos', 'line', 'column', 'token', 'key', 'root'],
						...['lexState', 'buffer', 'doubleQuote', 'sign', 'c'],
					],
				},
			],
		},
	],
	units: [
		{ file: parse, function: '/parse' },
		{ file: stringify, function: '/stringify' },
	],
	vectors: [
		{
			call: 'default.parse',
			args: [
				"{\n// comments\nunquoted: 'and you can quote me on that',\nsingleQuotes: 'I can use \"double quotes\" here',\nlineBreaks: \"Look, Mom! \\\nNo \\\\n's!\",\nhexadecimal: 0xdecaf,\nleadingDecimalPoint: .8675309, andTrailing: 8675309.,\npositiveSign: +1,\ntrailingComma: 'in objects', andIn: ['arrays',],\n\"backwardsCompatible\": \"with JSON\",\n}",
			],
			expect: {
				unquoted: 'and you can quote me on that',
				singleQuotes: 'I can use "double quotes" here',
				lineBreaks: "Look, Mom! No \\n's!",
				hexadecimal: 0xdecaf,
				leadingDecimalPoint: 0.8675309,
				andTrailing: 8675309,
				positiveSign: 1,
				trailingComma: 'in objects',
				andIn: ['arrays'],
				backwardsCompatible: 'with JSON',
			},
			from: 'README',
		},
		{ call: 'default.parse', args: ['[NaN, -Infinity, -0, +.5e-3]'] },
		{ call: 'default.parse', args: ['{a: [1, 2, }'] },
		{ call: 'default.parse', args: ["'\\u{1f600}"] },
		{ call: 'default.parse', args: [''] },
		{ call: 'default.stringify', args: [{ a: [1, -0, NaN, "it's"], 'b-c': { d: null } }] },
		{ call: 'default.stringify', args: [[{ a: 1 }, [], new Date(0)], null, 2] },
		{ call: 'default.stringify', args: [{ a: 1, b: { a: 2, c: 3 } }, ['a', 'b'], '--'] },
		{ call: 'default.stringify', args: () => [cyclic()] },
	],
	refused: [
		{
			units: [{ file: parse, function: '/parse' }],
			codes: ['LP2003'],
			why: 'Without the comments: only the author can say that no call needs what another one left behind.',
		},
	],
};

function cyclic() {
	/** @type {Record<string, unknown>} */
	const value = { a: 1 };
	value.self = value;
	return value;
}
