/**
 * Checks that kills of the program lose no event, duplicate none under another id, and change no order:
 * `node test/webhook-crash/main.ts --events N --seed S --kills-every-seconds A-B`. The plan of events, receiver faults and kills depends
 * on the seed only. `--endpoints E` (2), `--rate R` limits the events per second, `--faults F` multiplies the share of requests that the
 * receiver fails. Exits with 1 if an invariant was violated.
 */
import { parseArgs } from 'node:util';
import { chooseServerFolder, removeServer } from '../support/test-server.ts';
import { runWebhookCrash } from './run.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    'kills-every-seconds': { type: 'string', default: '5-30' },
    endpoints: { type: 'string', default: '2' },
    rate: { type: 'string', default: '1000000' },
    faults: { type: 'string', default: '1' },
  },
});
const range = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(values['kills-every-seconds']);
if (range === null) throw new Error('--kills-every-seconds requires two numbers, for example 5-30.');
const seed = Number(values.seed);
const events = Number(values.events);
const endpoints = Number(values.endpoints);
const progressEveryMs = 10_000;
const maxPrinted = 100;

const serverFolder = await chooseServerFolder();
let printedMs = performance.now();
const run = runWebhookCrash({
  seed,
  events,
  endpoints,
  killsEverySeconds: [Number(range[1]), Number(range[2])],
  rate: Number(values.rate),
  faults: Number(values.faults),
  onProgress({ accepted, kills }) {
    if (performance.now() < printedMs + progressEveryMs) return;
    printedMs = performance.now();
    console.log(`${accepted} of ${events * endpoints} deliveries accepted, ${kills} kills`);
  },
});
await Promise.allSettled([run]);
await removeServer(serverFolder);
const { violations, ...report } = await run;
const seconds = report.tookMs / 1_000;
console.log(
  `seed ${seed}: ${report.committed} events to ${endpoints} endpoints in ${seconds.toFixed(0)} s ` +
    `(${((report.committed * endpoints) / seconds).toFixed(0)} deliveries per second), ${report.kills} kills; ` +
    `${report.requests} requests, ${report.accepted} accepted, ${report.duplicates} of them again, ` +
    `${report.failed} deliveries with a failed attempt, ${report.outOfOrder} out of order; ` +
    `${violations.length} violations`,
);
for (const violation of violations.slice(0, maxPrinted)) console.log(`  VIOLATED seed ${seed}: ${violation}`);
if (report.evidenceFolder !== undefined) console.log(`The records are in ${report.evidenceFolder}.`);
process.exitCode = violations.length === 0 ? 0 : 1;
