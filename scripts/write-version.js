// Writes the version of packages/runtime/package.json into its sources: lerna calls it with each release, before it commits.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../packages/runtime/src/gem/memory/version.js', import.meta.url);
const MANIFEST = new URL('../packages/runtime/package.json', import.meta.url);

const { version } = JSON.parse(readFileSync(MANIFEST, 'utf8'));
const text = readFileSync(FILE, 'utf8');
writeFileSync(FILE, text.replace(/(?<=VERSION = ')[^']*/, version));
