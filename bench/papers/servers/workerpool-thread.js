import workerpool from 'workerpool';
import { answer } from './src/answer.js';

workerpool.worker({ answer });
