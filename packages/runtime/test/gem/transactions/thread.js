import { parentPort } from 'node:worker_threads';
import { AtomicSTM, receive, send } from '../../../src/gem/index.js';
import { object } from '../../../src/internal/gem.js';
import { codeOf } from '../code-of.js';

/** @type {Record<string, (message: any) => unknown>} */
const actions = {
	count({ gem, index }) {
		for (let turn = 0; turn < 500; turn++) {
			gem.atomic(() => {
				gem.n++;
				gem.by[`t${index}`] = (gem.by[`t${index}`] ?? 0) + 1;
				if (turn === 250) gem.list.push(index);
			});
		}
		return 'done';
	},
	die({ gem }) {
		gem.atomic(() => {
			gem.sum = 'half';
			gem.rows.push({ n: 3 });
			delete gem.rows[0].n;
			gem.rows.reverse();
			process.exit(0);
		});
	},
	dieCompiled({ gem }) {
		const site = object([], ['sum']);
		gem.atomic(() => {
			gem.sum++;
			for (let turn = 0; turn < 100; turn++) site.enter(gem).x.p0(turn);
			process.exit(site.enter(gem).x.g0() === 99 ? 0 : 1);
		});
	},
	sum: ({ gem }) => gem.atomic(() => gem.rows.reduce((sum, { n }) => sum + n, 0)),
	take: ({ gem }) => gem.atomic(() => gem.items.shift() ?? AtomicSTM.retry()),
	put: ({ gem }) => gem.atomic(() => gem.items.push('two')),
	elements({ gem, index }) {
		for (let turn = 0; turn < 1000; turn++) {
			const at = (turn * 97 + index * 1024) % 4096;
			gem.atomic(() => gem[at]++);
		}
		return 'done';
	},
	nest({ gem, other }) {
		const codes = [];
		for (let turn = 0; turn < 300; turn++) {
			codes.push(
				codeOf(() =>
					gem.atomic(() =>
						other.atomic(() => {
							gem.n++;
							other.n++;
						}),
					),
				),
			);
		}
		return {
			done: codes.filter((code) => code === 'nothing').length,
			codes: [...new Set(codes)],
		};
	},
};

receive(parentPort, (message) => {
	try {
		send(parentPort, { value: actions[message.action](message) });
	} catch (error) {
		send(parentPort, { error: String(error) });
	}
});
