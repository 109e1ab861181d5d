import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A row of the table of measurements in README.md. */
export interface Figure {
  readonly id: string;
  readonly measurement: string;
  readonly result: string;
  /** Day of the measurement, or of the change that stated it. */
  readonly date: string;
  /** Short hash of the measured commit. */
  readonly commit: string;
  /** Command that measures it again. */
  readonly command: string;
}

export const figuresFile = path.resolve(import.meta.dirname, 'figures.json');
export const readmeFile = path.resolve(import.meta.dirname, '../../README.md');

const start = '<!-- figures: written by node bench/figures/run.ts -->\n';
const end = '<!-- end of figures -->\n';

export const readFigures = async (): Promise<readonly Figure[]> =>
  JSON.parse(await readFile(figuresFile, 'utf8')) as Figure[];

/** Returns the README with the table of the figures between its markers. */
export function withTable(readme: string, figures: readonly Figure[]): string {
  const from = readme.indexOf(start);
  const to = readme.indexOf(end);
  if (from === -1 || to < from) throw new Error('README.md has no markers of the table of figures.');
  const rows = figures.map(
    ({ measurement, result, date, commit }) => `| ${measurement} | ${result} | ${date}, ${commit} |\n`,
  );
  const heading = '| measurement | result | date, commit |\n|---|---|---|\n';
  return `${readme.slice(0, from)}${start}\n${heading}${rows.join('')}\n${readme.slice(to)}`;
}

/** Stores new results, and writes them to the README. Benchmarks that take hours call it with their own figure. */
export async function recordFigures(
  changes: readonly (Pick<Figure, 'id' | 'result'> & Partial<Figure>)[],
): Promise<void> {
  const byId = new Map(changes.map((change) => [change.id, change]));
  const figures = (await readFigures()).map((figure) => ({ ...figure, ...byId.get(figure.id) }));
  await writeFile(figuresFile, `${JSON.stringify(figures, null, 2)}\n`);
  await writeFile(readmeFile, withTable(await readFile(readmeFile, 'utf8'), figures));
}
