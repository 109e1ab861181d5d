import { zoneName } from '../../understanding/speak-zone.ts';
import type { Language } from '../language.ts';
import { italianListening } from './listening.ts';
import { italianCallback, italianSpeech } from './spoken-dates.ts';
import { parseDateTime } from './dates.ts';
import { italianNumbers } from './numbers.ts';
import { italianFarewells, italianRequests } from './requests.ts';
import { italianSentences } from './sentences.ts';
import { italianTextConventions, spokenItalian } from './speaking.ts';
import { parseItalianChoice } from './choices.ts';
import { isItalianEasilyMisheard } from './mishearing.ts';
import { parseItalianDigits } from './spoken-digits.ts';
import { parseItalianNumber } from './spoken-number.ts';
import { italianWords } from './words.ts';
import { parseYesNo } from './yes-no.ts';

export const italian: Language = {
  tag: 'it',
  name: 'Italian',
  words: italianWords,
  numbers: italianNumbers,
  requests: italianRequests,
  farewells: italianFarewells,
  sentences: italianSentences,
  spoken: spokenItalian,
  textConventions: italianTextConventions,
  listening: italianListening,
  parseNumber: parseItalianNumber,
  parseDigits: parseItalianDigits,
  parseDateTime,
  parseChoice: parseItalianChoice,
  isEasilyMisheard: isItalianEasilyMisheard,
  yes: 'sì',
  no: 'no',
  parseYesNo,
  dateOrder: 'dmy',
  ...italianSpeech,
  speakZone: (zone) => zoneName('it', zone),
  callback: italianCallback,
};
