/** The people of bench/turn in a process of their own, so that their cost is not counted as ours. Started by our-calls.ts. */
import { Worker } from 'node:worker_threads';
import { spokenAnswer } from '../turn/agent.ts';
import type { PeopleMessage, PeopleOrder } from '../turn/people-worker.ts';

const order: PeopleOrder = { people: Number(process.argv[2]), speech: await spokenAnswer() };
const people = new Worker(new URL('../turn/people-worker.ts', import.meta.url), { workerData: order });
people.on('message', (message: PeopleMessage) => process.send!(message));
process.on('disconnect', () => process.exit(0));
