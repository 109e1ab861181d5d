import { readBelow100, readCardinal, readOrdinal, readSmall } from '../../understanding/numbers.ts';
import { isEasilyMisheard } from '../../understanding/mishearing.ts';
import { parseDigits } from '../../understanding/digit-string.ts';
import { parseNumber } from '../../understanding/spoken-number.ts';
import type { Language } from '../language.ts';
import { parseEnglishChoice } from './choices.ts';
import { englishListening } from './listening.ts';
import { englishFarewells, englishRequests } from './requests.ts';
import { englishCallback, englishSpeech, speakEnglishZone } from './spoken-dates.ts';
import { englishSentences } from './sentences.ts';
import { englishTextConventions, spokenEnglish } from './speaking.ts';
import { parseDateTime } from './dates.ts';
import { englishWords } from './words.ts';
import { parseYesNo } from './yes-no.ts';

export const english: Language = {
  tag: 'en',
  name: 'English',
  words: englishWords,
  numbers: { readCardinal, readBelow100, readSmall, readOrdinal },
  requests: englishRequests,
  farewells: englishFarewells,
  sentences: englishSentences,
  spoken: spokenEnglish,
  textConventions: englishTextConventions,
  listening: englishListening,
  parseNumber,
  parseDigits,
  parseDateTime,
  parseChoice: parseEnglishChoice,
  isEasilyMisheard,
  yes: 'yes',
  no: 'no',
  parseYesNo,
  dateOrder: 'mdy',
  ...englishSpeech,
  speakZone: speakEnglishZone,
  callback: englishCallback,
};
