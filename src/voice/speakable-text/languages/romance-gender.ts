import type { Gender } from '../language.ts';

/** Returns the gender of a Spanish or Portuguese noun in lower case by its ending, after the exceptions; undefined if the ending does not decide. */
export function romanceGender(noun: string, masculine: RegExp, feminine: RegExp): Gender | undefined {
  if (masculine.test(noun)) return 'masculine';
  if (feminine.test(noun)) return 'feminine';
  if (/os?$/.test(noun)) return 'masculine';
  return /as?$/.test(noun) ? 'feminine' : undefined;
}
