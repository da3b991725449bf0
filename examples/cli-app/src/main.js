#!/usr/bin/env node
import { countWords } from './count-words.js';

const files = process.argv.slice(2);
const counts = await Promise.all(files.map((file) => countWords(file)));
for (const [index, file] of files.entries()) console.log(`${counts[index]} ${file}`);
