import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CrashReport, DisasterScenario } from './crash-report.ts';
import type { SupervisedProgram } from './supervised-program.ts';

export interface Evidence {
  readonly scenario: DisasterScenario;
  readonly report: CrashReport;
  readonly program: SupervisedProgram;
  /** Rows of the database, as `rows.json`. */
  readonly rows: unknown;
}

/** Writes the evidence of a failed run to a subfolder of `folder`, one per seed. */
export async function saveEvidence(
  folder: string,
  { scenario, report, program, rows }: Evidence,
): Promise<void> {
  const target = path.join(folder, `seed-${scenario.seed}`);
  await mkdir(target, { recursive: true });
  const json = (value: unknown) => JSON.stringify(value, undefined, 2);
  await Promise.all([
    cp(program.recordFile, path.join(target, 'records.jsonl')),
    writeFile(path.join(target, 'run.json'), json({ scenario, report, history: program.history })),
    writeFile(path.join(target, 'rows.json'), json(rows)),
    writeFile(path.join(target, 'log.jsonl'), program.logs),
  ]);
}
