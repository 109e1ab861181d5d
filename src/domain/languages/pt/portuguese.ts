import { zoneName } from '../../understanding/speak-zone.ts';
import type { Language } from '../language.ts';
import { portugueseListening } from './listening.ts';
import { portugueseCallback, portugueseSpeech } from './spoken-dates.ts';
import { parseDateTime } from './dates.ts';
import { portugueseNumbers } from './numbers.ts';
import { portugueseFarewells, portugueseRequests } from './requests.ts';
import { portugueseSentences } from './sentences.ts';
import { portugueseTextConventions, spokenPortuguese } from './speaking.ts';
import { parsePortugueseChoice } from './choices.ts';
import { isPortugueseEasilyMisheard } from './mishearing.ts';
import { parsePortugueseDigits } from './spoken-digits.ts';
import { parsePortugueseNumber } from './spoken-number.ts';
import { portugueseWords } from './words.ts';
import { parseYesNo } from './yes-no.ts';

export const portuguese: Language = {
  tag: 'pt',
  name: 'Portuguese',
  words: portugueseWords,
  numbers: portugueseNumbers,
  requests: portugueseRequests,
  farewells: portugueseFarewells,
  sentences: portugueseSentences,
  spoken: spokenPortuguese,
  textConventions: portugueseTextConventions,
  listening: portugueseListening,
  parseNumber: parsePortugueseNumber,
  parseDigits: parsePortugueseDigits,
  parseDateTime,
  parseChoice: parsePortugueseChoice,
  isEasilyMisheard: isPortugueseEasilyMisheard,
  yes: 'sim',
  no: 'não',
  parseYesNo,
  dateOrder: 'dmy',
  ...portugueseSpeech,
  speakZone: (zone) => zoneName('pt', zone),
  callback: portugueseCallback,
};
