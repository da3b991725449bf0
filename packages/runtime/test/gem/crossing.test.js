// GEMs on their way to units and back: as arguments, captures, results, in errors, from generators; whatever becomes of the call.
import { runProgram } from '../child.js';

const GEMS = `
import { AtomicLK, Owned, ReadOnly, isGem, release, snapshot, usage } from '@lapidary/runtime/gem';
`;

/** @param {string} body @param {Record<string, string>} [env] @returns {Promise<any[]>} what it shows, a line each */
async function run(body, env = {}) {
	const { lines, errors, code } = await runProgram(
		`${GEMS} const show = (value) => console.log(JSON.stringify(value)); ${body}`,
		{ env },
	);
	expect({ errors, code }).toEqual({ errors: '', code: 0 });
	return lines.map((line) => JSON.parse(line));
}

describe.each(['pool', 'inline'])('in mode %s', (mode) => {
	const env = { LAPIDARY_MODE: mode };

	test('as arguments, in which no function is looked for', async () => {
		expect(
			await run(
				`const functions = [[0, 'key', 'done'], [0, 'atomic']];
				const gem = AtomicLK.create({ n: 7, key: {} });
				show(await call(reference('crossing.js#kinds', { functions }), [gem]));`,
				env,
			),
		).toEqual([[true, true, false]]);
	});

	test('as arguments, anywhere in them', async () => {
		expect(
			await run(
				`const gem = ReadOnly.create({ n: 7 });
				show(await call(reference('crossing.js#read'), [gem]));
				show(await call(reference('crossing.js#kinds'), [gem]));
				show(await call(reference('crossing.js#kinds'), [AtomicLK.create({})]));
				const { gem: back, again } = await call(reference('crossing.js#pass'), [gem]);
				show([back === gem, again[0] === gem, again[1].get('key') === gem]);`,
				env,
			),
		).toEqual([7, [true, false, false], [true, true, false], [true, true, true]]);
	});

	test('as captures, and as parts', async () => {
		expect(
			await run(
				`const gem = ReadOnly.create({ n: 1, rows: [{ n: 2 }, { n: 3 }] });
				show(await call(reference('crossing.js#captured'), [], [gem, [gem, gem.rows[1]]]));
				show(await call(reference('crossing.js#read'), [gem.rows[0]]));`,
				env,
			),
		).toEqual([[1, [1, 3], true], 2]);
	});

	test('as results that a unit makes', async () => {
		expect(
			await run(
				`const gem = await call(reference('crossing.js#make'), [5]);
				show([isGem(gem), snapshot(gem)]);
				show(await call(reference('crossing.js#read'), [gem]));`,
				env,
			),
		).toEqual([[true, { n: 5, made: true }], 5]);
	});

	test('in errors, and what generators yield', async () => {
		expect(
			await run(
				`const gem = ReadOnly.create({ n: 1 });
				await call(reference('crossing.js#fail'), [gem]).catch((error) => show([error.message, error.gem === gem]));
				for await (const value of generate(reference('crossing.js#each'), [gem, 2])) show([value.index, value.gem === gem]);`,
				env,
			),
		).toEqual([
			['with a GEM', true],
			[0, true],
			[1, true],
		]);
	});
});

test('calls at the same time share one', async () => {
	expect(
		await run(
			`const gem = AtomicLK.create({ n: 0 });
			await Promise.all(Array.from({ length: 50 }, (_, by) => call(reference('crossing.js#add'), [gem, by])));
			show(await gem.atomicAsync(() => gem.n));`,
		),
	).toEqual([1225]);
});

test('ownership goes along, there and back', async () => {
	expect(
		await run(
			`const gem = Owned.create({ n: 0 });
			gem.n++;
			const back = await call(reference('crossing.js#own'), [gem]);
			show([back === gem, gem.n]);
			show(await call(reference('crossing.js#own'), [gem, true]));
			try { gem.n } catch (error) { show(error.code) }`,
		),
	).toEqual([[true, 2], 3, 'LP8101']);
});

test('what is sent and never arrives is not held for ever', async () => {
	const lines = await run(
		`configure({ threads: 1 });
		const text = 'x'.repeat(200_000);
		await call(reference('crossing.js#spin'), [1]);
		const before = usage().bytesInUse;
		const spinning = call(reference('crossing.js#spin'), [200]);
		const controller = new AbortController();
		for (let turn = 0; turn < 20; turn++) {
			const gem = ReadOnly.create({ text });
			const spin = withOptions((...args) => call(reference('crossing.js#spin'), args), { signal: controller.signal });
			spin(1, gem).catch(() => undefined);
			call(reference('crossing.js#uncloneable'), [gem]).catch(() => undefined);
		}
		show(usage().bytesInUse - before > 4_000_000);
		controller.abort();
		await spinning;
		await drain();
		for (let turn = 0; turn < 100 && usage().bytesInUse - before > 500_000; turn++) {
			globalThis.gc();
			await call(reference('crossing.js#collect'), []);
			await new Promise((resolve) => setTimeout(resolve, 10));
		}
		show(usage().bytesInUse - before < 500_000);`,
		{ NODE_OPTIONS: '--expose-gc' },
	);
	expect(lines).toEqual([true, true]);
});

test('between calls a thread of a pool holds what they bring, and its memory ends all the same', async () => {
	const lines = await run(
		`configure({ threads: 1 });
		const before = usage().bytesInUse;
		let gem = ReadOnly.create({ n: 'x'.repeat(100_000) });
		await call(reference('crossing.js#isKnown'), [gem]);
		// A machine that stands still for longer than a GEM is held may have to try again.
		let isHeld = false;
		for (let turn = 0; turn < 20 && !isHeld; turn++) {
			await call(reference('crossing.js#collect'), []);
			isHeld = await call(reference('crossing.js#isKnown'), [gem]);
		}
		show(isHeld);
		release(gem);
		gem = null;
		for (let turn = 0; turn < 500 && usage().bytesInUse - before > 50_000; turn++) {
			await call(reference('crossing.js#collect'), []);
			await new Promise((resolve) => setTimeout(resolve, 10));
		}
		show(usage().bytesInUse - before < 50_000);`,
		{ NODE_OPTIONS: '--expose-gc' },
	);
	expect(lines).toEqual([true, true]);
});
