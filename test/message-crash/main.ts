/**
 * Checks that crashes cause no duplicate and no lost messages: `node test/message-crash/main.ts --runs N --seed S --at-once K`. The
 * requests, the answers of the customers, the faults of the carriers and the disasters depend on the seed only. Exits with 1 if an invariant
 * was violated. `--keep FOLDER` saves the records of the peers, the rows and the logs of such a run. `--broken KIND` runs a deliberately
 * broken build.
 */
import { parseArgs } from 'node:util';
import type { BrokenBuild } from './broken-builds.ts';
import { Lane } from './lane.ts';
import type { RunReport } from './run-scenario.ts';
import { scenarioOf } from './scenario.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '1' },
    minutes: { type: 'string', default: '600' },
    broken: { type: 'string' },
    keep: { type: 'string' },
  },
});
const runs = Number(values.runs);
const firstSeed = Number(values.seed);
const untilMs = performance.now() + Number(values.minutes) * 60_000;
const seeds = Array.from({ length: runs }, (_, index) => firstSeed + index).values();
const reports: Omit<RunReport, 'facts'>[] = [];
const lanes: Lane[] = [];

async function runLane(index: number): Promise<void> {
  const lane = await Lane.open(index);
  lanes.push(lane);
  try {
    for (const seed of seeds) {
      if (performance.now() > untilMs) return;
      const { facts: _, ...report } = await lane.run(scenarioOf(seed), {
        broken: values.broken as BrokenBuild | undefined,
        evidenceFolder: values.keep,
      });
      reports.push(report);
      printReport(report);
    }
  } finally {
    await lane.close();
  }
}

function printReport(report: Omit<RunReport, 'facts'>): void {
  const { seed, accepted, received, optOuts, replies, unknown, deaths, tookMs } = report;
  const counts = `${accepted} accepted, ${received} received, ${optOuts} opt-outs, ${replies} replies, ${unknown} unknown, ${deaths} deaths`;
  const causes = [...report.disasters, ...report.faultPoints].join(', ');
  console.log(`seed ${seed}: ${counts}, ${(tookMs / 1000).toFixed(1)} s (${causes})`);
  for (const violation of report.violations) console.log(`  VIOLATED ${violation}`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void Promise.all(lanes.map((lane) => lane.close())).finally(() => process.exit(1));
  });
await Promise.all(Array.from({ length: Number(values['at-once']) }, (_, index) => runLane(index)));
const sum = (pick: (report: Omit<RunReport, 'facts'>) => number) =>
  reports.reduce((total, report) => total + pick(report), 0);
const distinctPoints = new Set(reports.flatMap(({ faultPoints }) => faultPoints));
const skipped = new Set(reports.flatMap((report) => report.skipped));
const failed = reports.filter(({ violations }) => violations.length > 0);
console.log(
  `${reports.length} runs from seed ${firstSeed}: ${sum(({ deaths }) => deaths)} processes died, ` +
    `${sum(({ disasters }) => disasters.length)} disasters, ${distinctPoints.size} different fault points, ` +
    `${sum(({ accepted }) => accepted)} messages accepted by carriers, ${sum(({ received }) => received)} received, ` +
    `${sum(({ optOuts }) => optOuts)} opt-outs, ${sum(({ replies }) => replies)} automatic replies, ${sum(({ unknown }) => unknown)} unknown outcomes; ` +
    `${failed.length} runs with violated invariants`,
);
if (skipped.size > 0) console.log(`Not supported on this machine: ${[...skipped].join(', ')}.`);
if (failed.length > 0) console.log(`Seeds: ${failed.map(({ seed }) => seed).join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
