import { Command } from 'commander';

const program = new Command();
program
	.option('-d, --debug', 'dbg')
	.option('-s, --size <n>', 'size', (v) => Number(v))
	.exitOverride();

export async function run(list) {
	'use cpu_bound';
	return new Command().option('-x <n>').parse(list, { from: 'user' }).opts();
}

export async function help() {
	'use cpu_bound';
	return program.helpInformation();
}

for (const list of [['-x', '3']]) console.log(JSON.stringify(await run(list)));
console.log(JSON.stringify(await help()));
