// Collects what the program loads, in its threads too, into the folder `image`.
import { nodeFileTrace } from '@vercel/nft';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';

const { fileList } = await nodeFileTrace(['dist/main.js']);
rmSync('image', { recursive: true, force: true });
for (const file of fileList) cpSync(file, path.join('image', file), { dereference: true });
console.log(`${fileList.size} files`);
