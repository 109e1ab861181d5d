import type { Language } from '../language.ts';
import { portugueseWords } from './words.ts';

export const portuguese: Language = {
  tag: 'pt',
  name: 'Portuguese',
  words: portugueseWords,
};
