/** One file to translate; absolute paths. */
export interface Job {
	input: string;
	output: string;
}

/** What a translation reports back: no source text crosses a thread or a process. */
export interface Transformed {
	output: string;
	/** UTF-8 bytes of the code and the source map. */
	bytes: number;
	/** sha256 of the code followed by the source map, hexadecimal. */
	hash: string;
}

/** The program under test, in each of its versions. */
export interface Program {
	transformAll(jobs: Job[]): Promise<Transformed[]>;
	/** Ends threads or processes; absent when the program ends by itself. */
	close?(): Promise<void>;
}
