import type { Language } from '../language.ts';
import { englishWords } from './words.ts';

export const english: Language = {
  tag: 'en',
  name: 'English',
  words: englishWords,
};
