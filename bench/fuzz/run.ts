/*
 * node bench/fuzz/run.ts --messages 2000000 --seed 1
 *
 * Starts a service, places calls to simulated callees, and sends mutated SIP and SDP over UDP and TCP: from an admitted
 * and a non-admitted source, in and outside of calls. Also sends mutated RTP and RTCP in a call. The same seed creates
 * the same mutations; their timing relative to the calls varies. Exits with 1 if the service ended, a concurrent call
 * failed or an internal error was counted. Local machine only.
 */
import { parseArgs } from 'node:util';
import { runFuzz } from './fuzz.ts';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    'port-prefix': { type: 'string', default: '29' },
  },
});

const report = await runFuzz({
  messages: Math.min(Math.max(Number(values.messages), 1), 10_000_000),
  seed: Number(values.seed),
  portPrefix: Number(values['port-prefix']),
  log: (line) => process.stderr.write(`${line}\n`),
});
const { serviceLog, ...results } = report;
process.stderr.write(serviceLog.slice(-20_000));
process.stdout.write(`${JSON.stringify(results, undefined, 2)}\n`);
const { isAlive, concurrentCalls, internalErrors } = report;
process.exitCode =
  isAlive && concurrentCalls.failed.length === 0 && Object.keys(internalErrors).length === 0 ? 0 : 1;
