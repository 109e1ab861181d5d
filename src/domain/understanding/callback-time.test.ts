import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { understandCallback } from './callback-time.ts';

const newYork = 'America/New_York';
/** Monday 23 November 2026, ten in the morning in New York. */
const monday = Date.UTC(2026, 10, 23, 15);

const understood = (text: string, nowMs = monday, zone = newYork) => understandCallback(text, nowMs, zone);

describe('a plain wish', () => {
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

describe('a wish with more than one meaning is asked about', () => {
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

  it('but not "next monday", said on a Friday: there is one', () => {
    const friday = Date.UTC(2026, 10, 20, 15);
    expect(understood('next monday at ten', friday)?.type).toBe('time');
  });
});

describe('a wish without a time', () => {
  it.each(['call me later', 'not now', 'some other time', 'in a bit', 'whenever', 'maybe next month'])(
    '%s is asked for one',
    (text) => {
      expect(understood(text)).toEqual({ type: 'vague', question: 'What day and time would suit you?' });
    },
  );

  it('is a time that is past, too', () => {
    expect(understood('today at 8 am')).toMatchObject({
      type: 'vague',
      question: 'That time is past. What day and time would suit you?',
    });
  });

  it.each(['yes', 'wrong number', 'I have two kids', ''])('%s is none', (text) => {
    expect(understood(text)).toBeUndefined();
  });
});

describe('where the person is', () => {
  it.each([
    ['America/Los_Angeles', '2026-11-24T18:00:00.000Z'],
    ['Europe/Paris', '2026-11-24T09:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-24T04:30:00.000Z'],
  ])('ten is ten in %s', (zone, instant) => {
    const wish = understood('tomorrow at ten', monday, zone);
    expect(wish?.type === 'time' && new Date(wish.instantMs).toISOString()).toBe(instant);
  });

  it('ten is ten in the nights in which clocks change', () => {
    const wish = understood('tomorrow at ten', Date.UTC(2026, 2, 7, 20));
    expect(wish).toMatchObject({ type: 'time', instantMs: Date.UTC(2026, 2, 8, 14) });
  });
});

it('is never a time that is past, whatever is said', () => {
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
        const wish = understandCallback(words.join(' '), nowMs, newYork);
        expect(wish === undefined || wish.type === 'vague' || wish.instantMs > nowMs).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});
