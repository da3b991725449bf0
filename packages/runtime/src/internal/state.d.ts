export function show(
	file: string,
	readers: Record<string, () => unknown>,
	closedOver?: string[],
): void;
