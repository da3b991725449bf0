/** What the program sets before it calls units: threads load this file again and must have what was set. */
export const settings = { offset: 0, label: (text: string): string => `(${text})` };
