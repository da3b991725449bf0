const FACTOR = 10;

export const scale = (value: number): number => value * FACTOR;
