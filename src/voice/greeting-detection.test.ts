import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { amdResultsOf, eventOrders } from './testing/greeted-call.ts';
import { greetingsWithLanguage, personGreetings, voicemailGreetings } from './testing/greetings.ts';

describe('the greeting of a person', () => {
  it.each(Object.keys(eventOrders))('is no voicemail with the events: %s', async (name) => {
    for (const text of ['Hello?', 'Thanks for calling Smith and Sons, how can I help?'])
      expect(await amdResultsOf(eventOrders[name]!, text, 'en-US')).toEqual(['human']);
  });

  it('is no voicemail in seven languages, with the events in any order', async () => {
    const random = seededRandom(25);
    const orders = Object.entries(eventOrders);
    const persons = greetingsWithLanguage(personGreetings);
    const wrong: unknown[] = [];
    for (const [language, text] of persons)
      for (let round = 0; round < 2; round++) {
        const [name, order] = orders[Math.floor(random.fraction() * orders.length)]!;
        const results = await amdResultsOf(order, text, language);
        const isWrong = results.length === 0 || results.includes('machine') || results.includes('ivr');
        if (isWrong) wrong.push([language, text, name, results]);
      }
    expect(persons.length).toBeGreaterThanOrEqual(60);
    expect(wrong).toEqual([]);
  });
});

describe('the greeting of voicemail', () => {
  it('is recognised in seven languages, with the events in any order', async () => {
    const random = seededRandom(25);
    const orders = Object.entries(eventOrders);
    const wrong: unknown[] = [];
    for (const [language, text] of greetingsWithLanguage(voicemailGreetings)) {
      const [name, order] = orders[Math.floor(random.fraction() * orders.length)]!;
      const results = await amdResultsOf(order, text, language);
      if (results.at(-1) !== 'machine') wrong.push([language, text, name, results]);
    }
    expect(wrong).toEqual([]);
  });
});
