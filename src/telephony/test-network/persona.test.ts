import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PromptHint } from '../../contracts/carrier.ts';
import { personaOf, personas } from './persona.ts';

const prompt = (expects: PromptHint['expects'], more: Partial<PromptHint> = {}): PromptHint => ({
  id: 'p',
  text: 'Prompt?',
  expects,
  ...more,
});
const respond = (digits: string, heardPrompt: PromptHint | undefined, turn = 0) =>
  personaOf(`+120255501${digits}`, 'en').respond({ turn, prompt: heardPrompt, receivedDigits: '' });

describe('the personas of the test network', () => {
  it('match docs/test-network.md, one per pair of digits', () => {
    const page = readFileSync(new URL('../../../docs/test-network.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| (\d\d) \| (.+) \|$/gm)].map(([, digits, title]) => ({
      digits,
      title,
    }));
    for (const ofLanguage of [personas.en, personas.de])
      expect(rows).toEqual(ofLanguage.map(({ digits, title }) => ({ digits, title })));
    expect(new Set(rows.map(({ digits }) => digits)).size).toBe(rows.length);
  });

  it('are selected by the last two digits, with 00 as default', () => {
    expect(personaOf('+447700900107', 'en').title).toBe('wants no more calls');
    expect(personaOf('+12025550155', 'en')).toBe(personas.en[0]);
  });

  it('answer the question that was asked', () => {
    expect(respond('00', prompt('yes_no'))).toEqual([{ type: 'say', text: 'yes', volume: 1 }]);
    expect(respond('00', prompt('date_time'))).toMatchObject([{ text: 'tomorrow at ten' }]);
    expect(respond('00', prompt('digits', { minDigits: 6, maxDigits: 6 }))).toMatchObject([
      { text: 'one two three four five six' },
    ]);
    expect(respond('00', prompt('choice', { choices: ['the garden', 'the roof'] }))).toMatchObject([
      { text: 'the garden' },
    ]);
    expect(respond('00', prompt('nothing'))).toEqual([]);
    expect(respond('01', prompt('yes_no'))).toMatchObject([{ text: 'no thank you' }]);
  });

  it('say nothing at all as persona 09', () => {
    expect(personaOf('+12025550109', 'en').onAnswer).toEqual([]);
    expect(respond('09', prompt('yes_no'))).toEqual([]);
    expect(respond('09', undefined)).toEqual([]);
  });

  it('that have a message say it first, and then answer like persona 00', () => {
    expect(respond('02', prompt('yes_no'), 0)).toMatchObject([{ text: 'call me back tomorrow at ten' }]);
    expect(respond('02', prompt('yes_no'), 1)).toMatchObject([{ text: 'yes' }]);
  });

  it('speak German', () => {
    const inGerman = (digits: string, heard: PromptHint) =>
      personaOf(`+4917139200${digits}`, 'de').respond({ turn: 0, prompt: heard, receivedDigits: '' });
    expect(inGerman('00', prompt('date_time'))).toMatchObject([{ text: 'morgen um zehn Uhr' }]);
    expect(inGerman('00', prompt('digits', { minDigits: 3, maxDigits: 3 }))).toMatchObject([
      { text: 'eins zwei drei' },
    ]);
    expect(inGerman('01', prompt('yes_no'))).toMatchObject([{ text: 'nein danke' }]);
    expect(inGerman('07', prompt('yes_no'))).toMatchObject([{ text: 'rufen Sie mich nicht mehr an' }]);
  });

  it('repeat their message if asked again', () => {
    for (const [digits, text] of [
      ['06', 'wrong number'],
      ['07', 'stop calling me'],
    ] as const) {
      expect(respond(digits, prompt('yes_no', { id: 'greeting:reprompt' }), 1)).toMatchObject([{ text }]);
      expect(respond(digits, prompt('yes_no', { id: 'when:confirmation' }), 1)).toMatchObject([
        { text: 'yes' },
      ]);
    }
  });

  it('press as many digits as requested, and the terminator if fewer would be valid', () => {
    expect(respond('11', prompt('yes_no'))).toEqual([{ type: 'press', digits: '1' }]);
    expect(respond('11', prompt('digits', { minDigits: 4, maxDigits: 4 }))).toEqual([
      { type: 'press', digits: '1234' },
    ]);
    expect(respond('11', prompt('digits', { minDigits: 1, maxDigits: 10 }))).toEqual([
      { type: 'press', digits: '1234#' },
    ]);
    expect(respond('11', prompt('digits', { minDigits: 12, maxDigits: 12 }))).toEqual([
      { type: 'press', digits: '123456789012' },
    ]);
  });
});
