import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { causeOfStatus } from '../src/telephony/leg-end-cause.ts';
import { releaseCauses } from '../src/telephony/release-causes.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../docs/trunk-protocol.md'), 'utf8');

/** Returns the end of each number in the table whose first column has the heading. Ignores a row without numbers. */
function readTable(heading: string): Record<number, string> {
  const [, rows] = page.split(`| ${heading} | the call ends as |\n|---|---|\n`);
  const table: Record<number, string> = {};
  for (const row of rows!.split('\n\n')[0]!.split('\n')) {
    const [, numbers, end] = row.split('|').map((cell) => cell.trim());
    const withoutException = numbers!.replace(/,? and 403 after ringing/, '');
    for (const [number] of withoutException.matchAll(/\d+/g))
      table[Number(number)] = end!.replaceAll('`', '');
  }
  return table;
}

describe('docs/trunk-protocol.md', () => {
  it('lists the same call end for each SIP status as the code', () => {
    expect(readTable('SIP status')).toEqual(causeOfStatus);
  });

  it('lists the same call end for each Q.850 cause as the code', () => {
    const ends = Object.entries(releaseCauses).flatMap(([cause, { end }]) =>
      end === undefined ? [] : [[Number(cause), end] as const],
    );
    expect(readTable('Q.850 cause')).toEqual(Object.fromEntries(ends));
  });
});
