/** Runs the simulated callers of bench/turn in a separate process, so that their cost does not count. Started by our-calls.ts. */
import { synthesiseAnswer } from '../turn/agent.ts';
import type { CallersMessage } from '../turn/callers-worker.ts';
import { startCallers } from '../turn/calls.ts';

const callers = startCallers({ callers: Number(process.argv[2]), speech: await synthesiseAnswer() });
callers.on('message', (message: CallersMessage) => process.send!(message));
process.on('disconnect', () => process.exit(0));
