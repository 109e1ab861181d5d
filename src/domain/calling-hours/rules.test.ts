import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { hoursOn } from './calling-rule.ts';
import { callingRules, rulesFor } from './rules.ts';

const firstDay = Date.UTC(2026, 0) / 86_400_000;

/** Then every date has been every day of the week. */
const days = 28 * 366;

/** What a rule says, day by day. */
const sayings = (rule: (typeof callingRules)[number]): string =>
  JSON.stringify([rule, Array.from({ length: days }, (_none, index) => hoursOn(rule, firstDay + index))]);

describe('the rules', () => {
  it('have an id of their own, hours in order, a citation and the day they were checked', () => {
    expect(new Set(callingRules.map(({ id }) => id)).size).toBe(callingRules.length);
    for (const { citation, version, week } of callingRules) {
      expect(citation).not.toBe('');
      expect(version).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(week).toHaveLength(7);
      for (const { start, end } of week.flat()) expect(start < end && end <= 1440).toBe(true);
    }
  });

  it('say what they said: who changes one gives it a new version, and then this digest', () => {
    const digest = createHash('sha256')
      .update(callingRules.map(sayings).join('\n'))
      .digest('hex')
      .slice(0, 16);
    expect(digest).toBe('e2f2b2ed51c89cec');
  });

  it('stand in docs/calling-hours.md, each with its citation and how well it is known', () => {
    const docs = readFileSync(path.join(import.meta.dirname, '../../../docs/calling-hours.md'), 'utf8');
    const rows = docs.split('\n').filter((line) => line.startsWith('| `'));
    const missing = callingRules.filter(
      ({ id, citation, basis, confidence }) =>
        !rows.some(
          (row) =>
            row.startsWith(`| \`${id}\` |`) && row.endsWith(`| ${citation} | ${basis}, ${confidence} |`),
        ),
    );
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it('of a state stand beside those of the country', () => {
    expect(rulesFor('US', 'FL').map(({ id }) => id)).toEqual(['us-federal', 'us-fl']);
    expect(rulesFor('US', 'GA').map(({ id }) => id)).toEqual(['us-federal']);
    expect(rulesFor('CA', 'BC').map(({ id }) => id)).toEqual(['ca', 'ca-bc']);
    expect(rulesFor('PR', undefined).map(({ id }) => id)).toEqual(['us-federal']);
  });

  it("are Parley's own where no other is known", () => {
    expect(rulesFor('JP', undefined).map(({ id }) => id)).toEqual(['parley-default']);
    expect(rulesFor(undefined, undefined).map(({ id }) => id)).toEqual(['parley-default']);
  });
});
