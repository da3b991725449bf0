/** @type {Map<string, any>} */
const programs = new Map();

/** @param {{ chunk: any[], from: number, program: string }} task */
export default async function run({ chunk, from, program }) {
	if (!programs.has(program)) programs.set(program, await import(`../plain/${program}.js`));
	return programs.get(program).work(chunk, from);
}
