import { answer } from './src/answer.js';

/** @param {{ session: any, category: number }} task */
export default function run({ session, category }) {
	return answer(session, category);
}
