// The page in a browser. Units run on the server alone: nothing of this imports one.
import { hydrateRoot } from 'react-dom/client';
import { Page } from './page.jsx';

const root = /** @type {HTMLElement} */ (document.getElementById('root'));
const { limit, count } = /** @type {HTMLElement} */ (root.firstElementChild).dataset;
hydrateRoot(root, <Page limit={Number(limit)} count={Number(count)} />);
