/** How many threads or processes a way is to have: the benchmark says. */
export const THREADS = Number(process.env.BENCH_THREADS);
