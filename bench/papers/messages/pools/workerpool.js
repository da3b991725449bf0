import workerpool from 'workerpool';
import { echo, readSome } from '../src/calls.js';

workerpool.worker({ echo, readSome });
