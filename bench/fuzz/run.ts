/*
 * node bench/fuzz/run.ts --messages 2000000 --seed 1
 *
 * A service of its own, with calls to simulated people under way, is sent mutated SIP and SDP over UDP and TCP, from a source that it admits
 * and from one that it does not, within calls and outside, and mutated RTP and RTCP in a call. The same seed makes the same faults; how they
 * meet the calls depends on time. Exits with 1 where the service ended, a call beside was broken or an internal error was counted.
 * This machine only.
 */
import { parseArgs } from 'node:util';
import { runFuzz } from './fuzz.ts';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    ports: { type: 'string', default: '29' },
  },
});

const report = await runFuzz({
  messages: Math.min(Math.max(Number(values.messages), 1), 10_000_000),
  seed: Number(values.seed),
  portsFrom: Number(values.ports),
  log: (line) => process.stderr.write(`${line}\n`),
});
const { complaints, ...figures } = report;
process.stderr.write(complaints.slice(-20_000));
process.stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`);
const { isAlive, callsBeside, internalErrors } = report;
process.exitCode =
  isAlive && callsBeside.broken.length === 0 && Object.keys(internalErrors).length === 0 ? 0 : 1;
