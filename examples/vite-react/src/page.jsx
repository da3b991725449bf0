import { useState } from 'react';

/** @param {{ limit: number, count: number }} first what the server has rendered */
export function Page(first) {
	const [{ limit, count }, show] = useState(first);
	const ask = async (/** @type {number} */ next) => {
		const response = await fetch(`/primes?limit=${next}`);
		show({ limit: next, count: await response.json() });
	};
	return (
		<main data-limit={limit} data-count={count}>
			<p>{`${count} primes below ${limit}`}</p>
			<button onClick={() => ask(limit * 2)}>Twice as many</button>
		</main>
	);
}
