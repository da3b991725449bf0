#!/usr/bin/env node
import { existsSync } from 'node:fs';

// `dist` is `src` as Lapidary itself lowers it: the same program with its files transformed in parallel. A checkout that
// is not built yet, and the build of `dist` itself, run `src`: a directive that is not lowered changes nothing but speed.
const lowered = new URL('../dist/main.js', import.meta.url);
const source = new URL('../src/main.js', import.meta.url);
const isLowered = !process.env.LAPIDARY_CLI_SOURCE && existsSync(lowered);

const { main } = await import((isLowered ? lowered : source).href);
process.exitCode = await main(process.argv.slice(2));
