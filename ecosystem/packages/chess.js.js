/** @import { Declaration } from '../lib/types.js' */

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
const PERFT = 'https://www.chessprogramming.org/Perft_Results';
const ESM = 'dist/esm/chess.js';

/** @type {Declaration} */
export default {
	package: 'chess.js',
	entry: ESM,
	steps: [
		{
			file: ESM,
			what: 'functions `perft` and `replay` are added',
			why: 'the work is done by methods of an instance; a call with the position is what a program would annotate',
			edits: [
				{
					append: [
						'export function perft(fen, depth) {',
						'\treturn new Chess(fen).perft(depth);',
						'}',
						'export function replay(pgn) {',
						'\tconst game = new Chess();',
						'\tgame.loadPgn(pgn);',
						'\treturn { fen: game.fen(), history: game.history(), isCheckmate: game.isCheckmate(), hash: game.hash() };',
						'}',
					].join('\n'),
				},
			],
		},
	],
	units: [
		{ file: ESM, function: '/perft' },
		{ file: ESM, function: '/replay' },
		{ file: ESM, function: 'validateFen' },
	],
	vectors: [
		{ call: 'perft', args: [START, 1], expect: 20, from: PERFT },
		{ call: 'perft', args: [START, 2], expect: 400, from: PERFT },
		{ call: 'perft', args: [START, 3], expect: 8902, from: PERFT },
		{ call: 'perft', args: [KIWIPETE, 2], expect: 2039, from: PERFT },
		{ call: 'replay', args: ['1. f3 e5 2. g4 Qh4# 0-1'] },
		{ call: 'replay', args: ['1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7'] },
		{ call: 'replay', args: ['1. e4 e9'] },
		{ call: 'perft', args: ['not a position', 1] },
		{ call: 'validateFen', args: [KIWIPETE], expect: { ok: true }, from: 'README' },
		{ call: 'validateFen', args: ['4r3/8/X12XPk/1p6/pP2p1R1/P1B5/2P2K2/3r4 w - - 1 45'] },
	],
};
