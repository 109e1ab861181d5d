/** Runs the simulated callers of bench/turn in a separate process, so that their cost does not count. Started by our-calls.ts. */
import { Worker } from 'node:worker_threads';
import { synthesiseAnswer } from '../turn/agent.ts';
import type { CallersMessage, CallersConfig } from '../turn/callers-worker.ts';

const config: CallersConfig = { callers: Number(process.argv[2]), speech: await synthesiseAnswer() };
const callers = new Worker(new URL('../turn/callers-worker.ts', import.meta.url), { workerData: config });
callers.on('message', (message: CallersMessage) => process.send!(message));
process.on('disconnect', () => process.exit(0));
