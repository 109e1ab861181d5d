import { zoneName } from '../../understanding/speak-zone.ts';
import type { Language } from '../language.ts';
import { spanishListening } from './listening.ts';
import { spanishCallback, spanishSpeech } from './spoken-dates.ts';
import { parseDateTime } from './dates.ts';
import { spanishNumbers } from './numbers.ts';
import { spanishFarewells, spanishRequests } from './requests.ts';
import { spanishSentences } from './sentences.ts';
import { spanishTextConventions, spokenSpanish } from './speaking.ts';
import { parseSpanishChoice } from './choices.ts';
import { isSpanishEasilyMisheard } from './mishearing.ts';
import { parseSpanishDigits } from './spoken-digits.ts';
import { parseSpanishNumber } from './spoken-number.ts';
import { spanishWords } from './words.ts';
import { parseYesNo } from './yes-no.ts';

export const spanish: Language = {
  tag: 'es',
  name: 'Spanish',
  words: spanishWords,
  numbers: spanishNumbers,
  requests: spanishRequests,
  farewells: spanishFarewells,
  sentences: spanishSentences,
  spoken: spokenSpanish,
  textConventions: spanishTextConventions,
  listening: spanishListening,
  parseNumber: parseSpanishNumber,
  parseDigits: parseSpanishDigits,
  parseDateTime,
  parseChoice: parseSpanishChoice,
  isEasilyMisheard: isSpanishEasilyMisheard,
  yes: 'sí',
  no: 'no',
  parseYesNo,
  dateOrder: 'dmy',
  ...spanishSpeech,
  speakZone: (zone) => zoneName('es', zone),
  callback: spanishCallback,
};
