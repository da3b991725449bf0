/** The thread that runs this; read at the call, which the compiler would do on the host for an import of the number. */
export async function currentThread(): Promise<number> {
	const { threadId } = await import('node:worker_threads');
	return threadId;
}
