import type { Language } from '../language.ts';
import { italianWords } from './words.ts';

export const italian: Language = {
  tag: 'it',
  name: 'Italian',
  words: italianWords,
};
