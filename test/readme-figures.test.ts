import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readFigures, readmeFile, withTable } from '../bench/figures/table.ts';

it('the table of measurements in README.md is the one that the stored figures generate', async () => {
  const readme = await readFile(readmeFile, 'utf8');
  expect(withTable(readme, await readFigures())).toBe(readme);
  expect(withTable(readme, (await readFigures()).slice(1))).not.toBe(readme);
});
