import type { Language } from '../language.ts';
import { spanishWords } from './words.ts';

export const spanish: Language = {
  tag: 'es',
  name: 'Spanish',
  words: spanishWords,
};
