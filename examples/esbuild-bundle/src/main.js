import { render } from './render.js';

const rows = await Promise.all([0, 1, 2, 3].map((row) => render(row)));
console.log(rows.join('\n'));
