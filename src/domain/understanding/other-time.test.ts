import { describe, expect, it } from 'vitest';
import { languageOf } from '../languages/languages.ts';
import { questions, zones } from '../languages/testing/evaluate.ts';
import type { LanguageTag } from '../languages/language.ts';
import { namesOtherTime } from './other-time.ts';

/** Friday, three days before the Monday of the questions. */
const nowMs = Date.UTC(2026, 10, 20, 9);

const names = (tag: LanguageTag, answer: string, question = questions[tag]): boolean =>
  namesOtherTime(answer, question, { language: languageOf(tag), nowMs, timezone: zones[tag] });

const otherTimes: Readonly<Record<LanguageTag, readonly string[]>> = {
  en: [
    'I can come at three',
    'works at three pm',
    'sure, 11',
    'ok 11:30',
    'noon works',
    "I'll come tomorrow",
    'in the afternoon works',
    'yes on Friday',
    'the 27th works',
  ],
  es: ['sí a las once', 'sí, el martes', 'sí, mañana'],
  fr: ['oui à onze heures', "midi c'est bon", 'oui mardi'],
  de: [
    'um elf bin ich da',
    '15 Uhr passt mir',
    'passt, dann um halb elf',
    'übermorgen passt',
    'ja am 25.',
    'ja\nam Dienstag',
  ],
  pt: ['sim às onze', 'sim, terça', 'sim amanhã'],
  it: ['vengo domani', 'sì alle undici'],
  nl: ['elf uur is goed', 'ja dinsdag'],
};

const sameTimes: Readonly<Record<LanguageTag, readonly string[]>> = {
  en: [
    'yes',
    'yes, Monday at ten is fine',
    'ten works',
    'see you on Monday',
    "I'll bring my two kids along with me then",
  ],
  es: ['sí', 'sí, el lunes a las diez', 'a las diez me va bien'],
  fr: ['oui', 'oui lundi à dix heures', 'à lundi'],
  de: ['ja', 'ja, Montag um zehn passt', 'um 10 Uhr bin ich da', 'bis Montag'],
  pt: ['sim', 'sim, segunda às dez', 'até segunda'],
  it: ['sì', 'sì, lunedì alle dieci', 'a lunedì'],
  nl: ['ja', 'ja, maandag om tien uur', 'tot maandag'],
};

describe('an answer to "Can you come on Monday at ten?"', () => {
  it.each(Object.entries(otherTimes))('names another time in %s', (tag, answers) => {
    expect(answers.filter((answer) => !names(tag as LanguageTag, answer))).toEqual([]);
  });

  it.each(Object.entries(sameTimes))('names the time of the question, or none, in %s', (tag, answers) => {
    expect(answers.filter((answer) => names(tag as LanguageTag, answer))).toEqual([]);
  });
});

describe('another question', () => {
  const reminder = 'Your appointment is on Thursday, November twenty-sixth at ten a m. Can you come?';

  it('has its time in the sentence before', () => {
    for (const answer of ['Friday works', 'yes on Friday', 'see you Friday', 'I can come at three'])
      expect([answer, names('en', answer, reminder)]).toEqual([answer, true]);
    for (const answer of ['Thursday works', 'yes, see you on the 26th', 'ten is fine'])
      expect([answer, names('en', answer, reminder)]).toEqual([answer, false]);
  });

  it('has no time that an answer could contradict', () => {
    expect(names('en', 'yes, call me at three', 'Are you still interested?')).toBe(false);
    expect(names('en', 'yes at eleven', 'Can you come on Monday?')).toBe(false);
  });
});
