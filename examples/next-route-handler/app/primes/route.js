async function countPrimes(limit) {
	'use cpu_bound';
	let count = 0;
	for (let n = 2; n < limit; n++) {
		let isPrime = true;
		for (let d = 2; d * d <= n && isPrime; d++) isPrime = n % d !== 0;
		if (isPrime) count++;
	}
	return count;
}

export async function GET(request) {
	const limit = Number(request.nextUrl.searchParams.get('limit'));
	return Response.json(await countPrimes(limit));
}
