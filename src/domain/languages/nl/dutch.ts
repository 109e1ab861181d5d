import { zoneName } from '../../understanding/speak-zone.ts';
import type { Language } from '../language.ts';
import { dutchListening } from './listening.ts';
import { dutchCallback, dutchSpeech } from './spoken-dates.ts';
import { parseDateTime } from './dates.ts';
import { dutchNumbers } from './numbers.ts';
import { dutchFarewells, dutchRequests } from './requests.ts';
import { dutchSentences } from './sentences.ts';
import { dutchTextConventions, spokenDutch } from './speaking.ts';
import { parseDutchChoice } from './choices.ts';
import { isDutchEasilyMisheard } from './mishearing.ts';
import { parseDutchDigits } from './spoken-digits.ts';
import { parseDutchNumber } from './spoken-number.ts';
import { dutchWords } from './words.ts';
import { parseYesNo } from './yes-no.ts';

export const dutch: Language = {
  tag: 'nl',
  name: 'Dutch',
  words: dutchWords,
  numbers: dutchNumbers,
  requests: dutchRequests,
  farewells: dutchFarewells,
  sentences: dutchSentences,
  spoken: spokenDutch,
  textConventions: dutchTextConventions,
  listening: dutchListening,
  parseNumber: parseDutchNumber,
  parseDigits: parseDutchDigits,
  parseDateTime,
  parseChoice: parseDutchChoice,
  isEasilyMisheard: isDutchEasilyMisheard,
  yes: 'ja',
  no: 'nee',
  parseYesNo,
  dateOrder: 'dmy',
  ...dutchSpeech,
  speakZone: (zone) => zoneName('nl', zone),
  callback: dutchCallback,
};
