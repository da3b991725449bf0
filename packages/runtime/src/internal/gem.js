/** What emitted modules import that access GEMs in loops; exactly the names of abi.js. */
export {
	apart,
	block,
	copies,
	elements,
	epoch,
	keyed,
	object,
	original,
	originals,
	rows,
} from '../gem/access/index.js';
