import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { english } from '../languages/en/english.ts';
import { callbackAt, parseCallbackTime, type CallbackContext } from './callback-time.ts';

const newYork = 'America/New_York';
/** Monday 23 November 2026, ten in the morning in New York. */
const monday = Date.UTC(2026, 10, 23, 15);

const understood = (text: string, nowMs = monday, zone = newYork) =>
  parseCallbackTime(text, { language: english, nowMs, zone });

describe('an unambiguous request', () => {
  it.each([
    ['call me tomorrow at ten', 'Tuesday, November 24th at 10 AM'],
    ['after lunch would be better', 'Monday, November 23rd at 2 PM'],
    ['in two hours', 'Monday, November 23rd at noon'],
    ['in half an hour', 'Monday, November 23rd at 10:30 AM'],
    ['this evening', 'Monday, November 23rd at 6 PM'],
    ['wednesday at half past two', 'Wednesday, November 25th at 2:30 PM'],
    ['at three', 'Monday, November 23rd at 3 PM'],
    ['tomorrow at seven in the evening', 'Tuesday, November 24th at 7 PM'],
  ])('%s', (text, spoken) => {
    expect(understood(text)).toMatchObject({
      type: 'time',
      confirmation: `I will call you back on ${spoken}.`,
    });
  });
});

describe('an ambiguous request needs confirmation', () => {
  it.each([
    ['next friday morning, the week', 'next friday morning', 'Friday, December 4th at 9 AM'],
    ['a day without a time', 'thursday', 'Thursday, November 26th at 10 AM'],
    ['morning or evening', 'tomorrow at seven', 'Tuesday, November 24th at 7 PM'],
    ['two days', 'tuesday or wednesday at ten', 'Tuesday, November 24th at 10 AM'],
    ['a week without a day', 'some time next week', 'Monday, November 30th at 10 AM'],
  ])('%s: %s', (_doubt, text, spoken) => {
    expect(understood(text)).toMatchObject({
      type: 'doubtful',
      question: `Shall I call you back on ${spoken}?`,
    });
  });

  it('but not "next monday" on a Friday, which is unambiguous', () => {
    const friday = Date.UTC(2026, 10, 20, 15);
    expect(understood('next monday at ten', friday)?.type).toBe('time');
  });
});

describe('a request without a usable time', () => {
  const offered =
    'Shall I call you back on Tuesday, November 24th at 10 AM, or would another time suit you better?';

  it.each(['call me later', 'not now', 'some other time', 'in a bit', 'whenever', 'maybe next month'])(
    '%s results in an offer of another time',
    (text) => {
      const instantMs = Date.UTC(2026, 10, 24, 15);
      expect(understood(text)).toEqual({ type: 'vague', instantMs, question: offered });
    },
  );

  it.each([
    ['a past time', 'today at 8 am', 'That time is past.'],
    ['a day that is six weeks away', 'on january third at ten', 'That is more than 30 days away.'],
    ['a day that is 31 days away', 'in thirty one days', 'That is more than 30 days away.'],
  ])('may be %s', (_what, text, opening) => {
    expect(understood(text)).toMatchObject({ type: 'vague', question: `${opening} ${offered}` });
  });

  it.each(['yes', 'wrong number', 'I have two kids', ''])('"%s" is not a request', (text) => {
    expect(understood(text)).toBeUndefined();
  });
});

describe('how far ahead a callback may be', () => {
  const aheadMs = 30 * 86_400_000;

  it.each([
    ['the last minute of thirty days', aheadMs, 'time'],
    ['a minute more', aheadMs + 60_000, 'vague'],
    ['a minute from now', 60_000, 'time'],
    ['now', 0, 'vague'],
  ])('%s', (_when, inMs, type) => {
    expect(callbackAt(monday + inMs, { language: english, nowMs: monday, zone: newYork }, true).type).toBe(
      type,
    );
  });
});

describe('hours in which calls are not allowed', () => {
  /** Allows calls every day from nine in the morning in New York until midnight UTC (seven in the evening in New York). */
  const nextAllowed = (atMs: number): number => {
    const nineMs = Math.floor(atMs / 86_400_000) * 86_400_000 + 14 * 3_600_000;
    return Math.max(atMs, nineMs);
  };
  const context: CallbackContext = { language: english, nowMs: monday, zone: newYork, nextAllowed };

  it.each([
    ['tomorrow at seven am', true, '9 AM instead'],
    ['tomorrow at nine', false, '9 AM'],
    ['tomorrow at ten', false, '10 AM'],
  ])('"%s": moved %s', (text, isMoved, time) => {
    const opening = isMoved ? 'I may not call you at that time. ' : '';
    expect(parseCallbackTime(text, context)).toMatchObject({
      type: 'time',
      isMoved,
      confirmation: `${opening}I will call you back on Tuesday, November 24th at ${time}.`,
    });
  });

  it('are mentioned in the question about a guessed time, which names the allowed time', () => {
    expect(parseCallbackTime('tomorrow or wednesday at nine in the evening', context)).toEqual({
      type: 'doubtful',
      instantMs: Date.UTC(2026, 10, 25, 14),
      question:
        'I may not call you at that time. Shall I call you back on Wednesday, November 25th at 9 AM instead?',
    });
  });

  it('are respected by the offered time', () => {
    const atNoon = { ...context, nextAllowed: (atMs: number) => atMs + 2 * 3_600_000 };
    expect(parseCallbackTime('call me later', atNoon)).toMatchObject({
      question: expect.stringContaining('Tuesday, November 24th at noon') as string,
    });
  });

  it('do not change the time if they are unknown', () => {
    const callback = parseCallbackTime('tomorrow at ten', { ...context, nextAllowed: () => undefined });
    expect(callback).toMatchObject({ type: 'time', isMoved: false, instantMs: Date.UTC(2026, 10, 24, 15) });
  });
});

describe('an inferred time zone is named', () => {
  const context = { language: english, nowMs: monday, zone: 'Europe/London', isZoneInferred: true };

  it.each([
    ['tomorrow at ten', 'I will call you back on Tuesday, November 24th at 10 AM, London time.'],
    ['thursday', 'Shall I call you back on Thursday, November 26th at 10 AM, London time?'],
    [
      'later',
      'Shall I call you back on Tuesday, November 24th at 10 AM, London time, or would another time suit you better?',
    ],
  ])('%s', (text, sentence) => {
    const callback = parseCallbackTime(text, context);
    expect(callback?.type === 'time' ? callback.confirmation : callback?.question).toBe(sentence);
  });
});

describe('the time zone of the callee', () => {
  it.each([
    ['America/Los_Angeles', '2026-11-24T18:00:00.000Z'],
    ['Europe/Paris', '2026-11-24T09:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-24T04:30:00.000Z'],
  ])('ten is ten in %s', (zone, instant) => {
    const callback = understood('tomorrow at ten', monday, zone);
    expect(callback?.type === 'time' && new Date(callback.instantMs).toISOString()).toBe(instant);
  });

  it.each([
    ['the day clocks go forward', '2026-03-07T20:00:00Z', 'tomorrow at ten', '2026-03-08T14:00:00Z'],
    ['the day clocks go back', '2026-10-31T20:00:00Z', 'tomorrow at ten', '2026-11-01T15:00:00Z'],
    ['the hour that is skipped', '2026-03-07T20:00:00Z', 'tomorrow at 2:30 am', '2026-03-08T07:30:00Z'],
    ['the hour that comes twice', '2026-10-31T20:00:00Z', 'tomorrow at 1:30 am', '2026-11-01T05:30:00Z'],
    ['two hours across the gap', '2026-03-08T06:30:00Z', 'in two hours', '2026-03-08T08:30:00Z'],
    ['a week across the change', '2026-10-26T14:00:00Z', 'next monday at ten', '2026-11-02T15:00:00Z'],
  ])('%s: %s, "%s"', (_name, now, text, instant) => {
    expect(understood(text, Date.parse(now))).toMatchObject({ type: 'time', instantMs: Date.parse(instant) });
  });
});

it('is never past or more than 30 days ahead, for any text', () => {
  const word = fc.constantFrom(
    ...'in a two ten half past to next this week weekend friday today tomorrow afternoon evening same time at from now hour minutes between and later no'.split(
      ' ',
    ),
  );
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 12 }),
      fc.integer({ min: 0, max: 2_000 * 24 * 60 }),
      (words, minutes) => {
        const nowMs = Date.UTC(2025, 0) + minutes * 60_000;
        const callback = parseCallbackTime(words.join(' '), { language: english, nowMs, zone: newYork });
        const aheadMs = (callback?.instantMs ?? nowMs + 1) - nowMs;
        expect(aheadMs > 0 && aheadMs <= 30 * 86_400_000).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});
