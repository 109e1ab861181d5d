import { zoneName } from '../../understanding/speak-zone.ts';
import type { Language } from '../language.ts';
import { frenchListening } from './listening.ts';
import { frenchCallback, frenchSpeech } from './spoken-dates.ts';
import { parseDateTime } from './dates.ts';
import { frenchNumbers } from './numbers.ts';
import { frenchFarewells, frenchRequests } from './requests.ts';
import { frenchSentences } from './sentences.ts';
import { frenchTextConventions, spokenFrench } from './speaking.ts';
import { parseFrenchChoice } from './choices.ts';
import { isFrenchEasilyMisheard } from './mishearing.ts';
import { parseFrenchDigits } from './spoken-digits.ts';
import { parseFrenchNumber } from './spoken-number.ts';
import { frenchWords } from './words.ts';
import { parseYesNo } from './yes-no.ts';

export const french: Language = {
  tag: 'fr',
  name: 'French',
  words: frenchWords,
  numbers: frenchNumbers,
  requests: frenchRequests,
  farewells: frenchFarewells,
  sentences: frenchSentences,
  spoken: spokenFrench,
  textConventions: frenchTextConventions,
  listening: frenchListening,
  parseNumber: parseFrenchNumber,
  parseDigits: parseFrenchDigits,
  parseDateTime,
  parseChoice: parseFrenchChoice,
  isEasilyMisheard: isFrenchEasilyMisheard,
  yes: 'oui',
  no: 'non',
  parseYesNo,
  dateOrder: 'dmy',
  ...frenchSpeech,
  speakZone: (zone) => zoneName('fr', zone),
  callback: frenchCallback,
};
