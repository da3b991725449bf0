/** @import { Declaration } from '../lib/types.js' */
import { randomNumbers } from '../lib/random.js';

const next = randomNumbers(4);
const rows = Array.from({ length: 800 }, (_, id) => ({
	id,
	name: `row "${id}", quoted`,
	value: next() * 1000,
	note: id % 3 === 0 ? null : ' spaces around ',
}));
const file = 'papaparse.js';

/** @type {Declaration} */
export default {
	package: 'papaparse',
	entry: file,
	steps: [
		{
			file,
			what: 'the object of the caller is copied where defaults are written into it',
			why: 'the caller would not see them, nor want to',
			edits: [
				{
					replace: "\t\telse if (typeof _input === 'object')\n\t\t{\n",
					by: "\t\telse if (typeof _input === 'object')\n\t\t{\n\t\t\t_input = Object.assign({}, _input);\n",
				},
			],
		},
		{
			file,
			what: '`Papa.BAD_DELIMITERS` gets a name of its own',
			why: '`Papa` holds functions, and cannot be sent',
			edits: [
				{ replace: 'Papa.BAD_DELIMITERS = [', by: 'var BAD_DELIMITERS = Papa.BAD_DELIMITERS = [' },
				{ replace: '!Papa.BAD_DELIMITERS.filter', by: '!BAD_DELIMITERS.filter' },
				{
					replace: 'hasAny(escapedQuoteStr, Papa.BAD_DELIMITERS)',
					by: 'hasAny(escapedQuoteStr, BAD_DELIMITERS)',
				},
			],
		},
	],
	units: [{ file, function: 'JsonToCsv' }],
	vectors: [
		{
			call: 'default.unparse',
			args: [
				[
					['1-1', '1-2', '1-3'],
					['2-1', '2-2', '2-3'],
				],
			],
			expect: '1-1,1-2,1-3\r\n2-1,2-2,2-3',
			from: 'https://www.papaparse.com/docs#json-to-csv',
		},
		{ call: 'default.unparse', args: [rows] },
		{ call: 'default.unparse', args: [rows, { delimiter: ';', quotes: true, newline: '\n' }] },
		{
			call: 'default.unparse',
			args: [{ fields: ['a', 'b'], data: [['=1+1', null]] }, { escapeFormulae: true }],
		},
		{ call: 'default.unparse', args: ['[{"a": 1, "b": [2]}]'] },
		{ call: 'default.unparse', args: [7] },
	],
	refused: [
		{
			units: [{ file, function: 'JsonToCsv' }],
			codes: ['LP2014'],
			why: 'It reads `Papa`, which holds functions.',
		},
		{
			units: [{ file, function: 'CsvToJson' }],
			codes: ['LP2003', 'LP2011'],
			why: 'It writes into `Papa`, and starts workers of its own.',
		},
	],
};
