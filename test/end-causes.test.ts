import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { causeOfStatus } from '../src/telephony/leg-end-cause.ts';
import { releaseCauses } from '../src/telephony/release-causes.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../docs/trunks.md'), 'utf8');

/** The rows of the table with this heading, as numbers and the end they mean; a last row without numbers is skipped. */
function tableOf(heading: string): Record<number, string> {
  const [, rows] = page.split(`| ${heading} | the call ends as |\n|---|---|\n`);
  const table: Record<number, string> = {};
  for (const row of rows!.split('\n\n')[0]!.split('\n')) {
    const [, numbers, end] = row.split('|').map((cell) => cell.trim());
    const plain = numbers!.replace(/,? and 403 after ringing/, '');
    for (const [number] of plain.matchAll(/\d+/g)) table[Number(number)] = end!.replaceAll('`', '');
  }
  return table;
}

describe('docs/trunks.md', () => {
  it('has the end of every status as the code has it', () => {
    expect(tableOf('SIP status')).toEqual(causeOfStatus);
  });

  it('has the end of every Q.850 cause as the code has it', () => {
    const ends = Object.entries(releaseCauses).flatMap(([cause, { end }]) =>
      end === undefined ? [] : [[Number(cause), end] as const],
    );
    expect(tableOf('Q.850 cause')).toEqual(Object.fromEntries(ends));
  });
});
