import { parseArgs } from 'node:util';
import type { CrashReport } from './crash-report.ts';

export interface RunOptions<Broken extends string> {
  /** A deliberately broken build. */
  readonly broken?: Broken | undefined;
  /** Folder for the evidence of failed runs. */
  readonly evidenceFolder?: string | undefined;
}

/** Runs the scenarios of seeds sequentially. */
interface CrashLane<Report extends CrashReport, Broken extends string> {
  run(seed: number, options: RunOptions<Broken>): Promise<Report>;
  close(): Promise<void>;
}

/** Describes what the program did in a run, or in all runs. */
type Describe<Report extends CrashReport> = (sum: (pick: (report: Report) => number) => number) => string;

interface CrashCommand<Report extends CrashReport, Broken extends string> {
  openLane(): Promise<CrashLane<Report, Broken>>;
  readonly describe: Describe<Report>;
}

/**
 * Runs the scenarios of consecutive seeds in concurrent lanes, prints a line per run and a summary, and sets the exit code to 1 if an
 * invariant was violated. Options: `--runs N`, `--seed S`, `--at-once K`, `--minutes M`, `--broken KIND`, `--keep FOLDER`.
 */
export async function runCrashCommand<Report extends CrashReport, Broken extends string>(
  command: CrashCommand<Report, Broken>,
): Promise<void> {
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
  const firstSeed = Number(values.seed);
  const untilMs = performance.now() + Number(values.minutes) * 60_000;
  const seeds = Array.from({ length: Number(values.runs) }, (_, index) => firstSeed + index).values();
  const reports: Report[] = [];
  const lanes: CrashLane<Report, Broken>[] = [];
  const options = { broken: values.broken as Broken | undefined, evidenceFolder: values.keep };
  let isInterrupted = false;
  const runLane = async (): Promise<void> => {
    const lane = await command.openLane();
    lanes.push(lane);
    try {
      for (const seed of seeds) {
        if (isInterrupted || performance.now() > untilMs) return;
        const report = await lane.run(seed, options);
        reports.push(report);
        printReport(report, command.describe);
      }
    } catch (error) {
      // The run that an interrupt ends fails.
      if (!isInterrupted) throw error;
    } finally {
      await lane.close();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      isInterrupted = true;
      void Promise.all(lanes.map((lane) => lane.close())).finally(() => process.exit(1));
    });
  await Promise.all(Array.from({ length: Number(values['at-once']) }, runLane));
  printSummary(reports, firstSeed, command.describe);
}

function printReport<Report extends CrashReport>(report: Report, describe: Describe<Report>): void {
  const { seed, deaths, tookMs, disasters, faultPoints, violations } = report;
  const counts = describe((pick) => pick(report));
  const causes = [...disasters, ...faultPoints].join(', ');
  console.log(`seed ${seed}: ${counts}; ${deaths} deaths, ${(tookMs / 1000).toFixed(1)} s (${causes})`);
  for (const violation of violations) console.log(`  VIOLATED ${violation}`);
}

function printSummary<Report extends CrashReport>(
  reports: readonly Report[],
  firstSeed: number,
  describe: Describe<Report>,
): void {
  const sum = (pick: (report: Report) => number) =>
    reports.reduce((total, report) => total + pick(report), 0);
  const distinctPoints = new Set(reports.flatMap(({ faultPoints }) => faultPoints));
  const skipped = new Set(reports.flatMap((report) => report.skipped));
  const failed = reports.filter(({ violations }) => violations.length > 0);
  console.log(
    `${reports.length} runs from seed ${firstSeed}: ${sum(({ deaths }) => deaths)} processes died, ` +
      `${sum(({ disasters }) => disasters.length)} disasters, ${distinctPoints.size} different fault points, ` +
      `${describe(sum)}; ${failed.length} runs with violated invariants`,
  );
  if (skipped.size > 0) console.log(`Not supported on this machine: ${[...skipped].join(', ')}.`);
  if (failed.length > 0) console.log(`Seeds: ${failed.map(({ seed }) => seed).join(', ')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
