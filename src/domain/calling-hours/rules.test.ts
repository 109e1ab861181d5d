import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ruleRow } from '../../../test/support/rule-row.ts';
import { limitPeriodMaxMs, hasHours, hoursOn, type CallingRule } from './calling-rule.ts';
import { recordingRules } from './rules/recording-consent.ts';
import { callingRules, rulesFor, type RuleQuery } from './rules.ts';

const firstDay = Date.UTC(2026, 0) / 86_400_000;

/** In this period every date falls on every day of the week. */
const days = 28 * 366;

/** Returns the content of a rule, day by day. */
const contentOf = (rule: CallingRule): string =>
  JSON.stringify([
    rule,
    hasHours(rule) ? Array.from({ length: days }, (_none, index) => hoursOn(rule, firstDay + index)) : [],
  ]);

describe('the calling rules', () => {
  it('have unique ids, ordered hours or limits, a citation and the date of their check', () => {
    expect(new Set(callingRules.map(({ id }) => id)).size).toBe(callingRules.length);
    for (const { citation, version, week, limits, purposes } of callingRules) {
      expect(citation).not.toBe('');
      expect(version).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(purposes).not.toEqual([]);
      expect(week === undefined && limits === undefined).toBe(false);
      expect(week?.length ?? 7).toBe(7);
      for (const { start, end } of week?.flat() ?? []) expect(start < end && end <= 1440).toBe(true);
      for (const { count, periodMs } of limits ?? [])
        expect(count > 0 && periodMs > 0 && periodMs <= limitPeriodMaxMs).toBe(true);
    }
  });

  it('match this digest; a changed rule needs a new version', () => {
    const digest = createHash('sha256')
      .update(callingRules.map(contentOf).join('\n'))
      .digest('hex')
      .slice(0, 16);
    expect(digest).toBe('d945db69c2a78ac4');
  });

  it('match the table in docs/calling-rules.md', () => {
    const docs = readFileSync(path.join(import.meta.dirname, '../../../docs/calling-rules.md'), 'utf8');
    const rows = docs
      .slice(docs.indexOf('## Rules'))
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    expect(rows).toEqual(callingRules.map(ruleRow));
  });

  it('on recordings match the table in docs/calling-rule-sources.md', () => {
    const file = path.join(import.meta.dirname, '../../../docs/calling-rule-sources.md');
    const section = readFileSync(file, 'utf8').split('## Recording\n')[1]!.split('\n## ')[0]!;
    const rows = section.split('\n').filter((line) => /^\| (?!place|---)/.test(line));
    expect(rows).toEqual(
      recordingRules.map(
        ({ place, citation, leastConsent = 'stay_on_line', confidence }) =>
          `| ${place} | ${citation} | \`${leastConsent}\` | ${confidence} |`,
      ),
    );
  });

  it('of a state apply in addition to those of the country', () => {
    expect(idsFor({ country: 'US', region: 'FL', purpose: 'sales', consent: true })).toEqual([
      'us-federal',
      'us-fl',
    ]);
    expect(idsFor({ country: 'US', region: 'GA', purpose: 'sales', consent: true })).toEqual(['us-federal']);
    expect(idsFor({ country: 'CA', region: 'BC' })).toEqual(['ca', 'ca-bc']);
    expect(idsFor({ country: 'PR', purpose: 'sales', consent: true })).toEqual(['us-federal']);
    expect(idsFor({ country: 'BR', region: 'RJ' })).toEqual(['br-rj']);
  });

  it('of a place all apply to a call without a purpose', () => {
    expect(idsFor({ country: 'US', region: 'GA' })).toEqual([
      'us-federal',
      'us-artificial-voice',
      'us-artificial-voice-health',
    ]);
  });

  it.each([
    ['sales', ['us-federal', 'us-artificial-voice', 'us-al']],
    ['service', ['us-artificial-voice', 'parley-courtesy']],
    ['reminder', ['us-artificial-voice', 'us-artificial-voice-health', 'parley-courtesy']],
    ['collection', ['us-federal', 'us-artificial-voice']],
  ] as const)('are selected for %s', (purpose, expected) => {
    expect(idsFor({ country: 'US', region: 'AL', purpose })).toEqual(expected);
  });

  it('that consent lifts do not apply to calls with consent', () => {
    expect(idsFor({ country: 'US', region: 'AL', purpose: 'reminder', consent: true })).toEqual([
      'parley-courtesy',
    ]);
    expect(idsFor({ country: 'FR' })).toEqual(['fr']);
    expect(idsFor({ country: 'FR', consent: true })).toEqual(['parley-default']);
  });

  it.each(['JP', 'SE', undefined])('are the default rules of Parley for an unknown place: %s', (country) => {
    expect(idsFor({ country })).toEqual(['parley-default']);
    expect(idsFor({ country, purpose: 'sales' })).toEqual(['parley-default']);
    expect(idsFor({ country, purpose: 'service' })).toEqual(['parley-courtesy']);
  });
});

const idsFor = (wanted: Partial<RuleQuery>): string[] =>
  rulesFor({ country: undefined, region: undefined, purpose: 'unspecified', consent: false, ...wanted }).map(
    ({ id }) => id,
  );
