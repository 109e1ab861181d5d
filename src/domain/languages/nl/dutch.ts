import type { Language } from '../language.ts';
import { dutchNumbers } from './numbers.ts';
import { dutchWords } from './words.ts';

export const dutch: Language = {
  tag: 'nl',
  name: 'Dutch',
  words: dutchWords,
  numbers: dutchNumbers,
};
