import process from 'node:process';
import { answer } from './answer.js';
import { processes } from './ways/processes.js';

const [index, size] = process.argv.slice(2).map(Number);
answer(processes, process, [], { index, size });
process.send?.('ready');
