import { zoneName } from '../../understanding/speak-zone.ts';
import type { Language } from '../language.ts';
import { germanListening } from './listening.ts';
import { germanCallback, germanSpeech } from './spoken-dates.ts';
import { parseDateTime } from './dates.ts';
import { germanNumbers } from './numbers.ts';
import { germanFarewells, germanRequests } from './requests.ts';
import { germanSentences } from './sentences.ts';
import { germanTextConventions, spokenGerman } from './speaking.ts';
import { parseGermanChoice } from './choices.ts';
import { isGermanEasilyMisheard } from './mishearing.ts';
import { parseGermanDigits } from './spoken-digits.ts';
import { parseGermanNumber } from './spoken-number.ts';
import { germanWords } from './words.ts';
import { parseYesNo } from './yes-no.ts';

export const german: Language = {
  tag: 'de',
  name: 'German',
  words: germanWords,
  numbers: germanNumbers,
  requests: germanRequests,
  farewells: germanFarewells,
  sentences: germanSentences,
  spoken: spokenGerman,
  textConventions: germanTextConventions,
  listening: germanListening,
  parseNumber: parseGermanNumber,
  parseDigits: parseGermanDigits,
  parseDateTime,
  parseChoice: parseGermanChoice,
  isEasilyMisheard: isGermanEasilyMisheard,
  yes: 'ja',
  no: 'nein',
  parseYesNo,
  dateOrder: 'dmy',
  ...germanSpeech,
  speakZone: (zone) => zoneName('de', zone),
  callback: germanCallback,
};
