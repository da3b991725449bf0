import { customAlphabet } from 'nanoid';

const id = customAlphabet('aaaa', 5);

export async function run() {
	'use cpu_bound';
	return id();
}

console.log(JSON.stringify(await run()));
