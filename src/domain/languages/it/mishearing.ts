import { createMishearingTest } from '../../understanding/mishearing.ts';
import { italianWords } from './words.ts';

/** Sei and sette, sessanta and settanta, tre and tredici, giugno and luglio. */
export const isItalianEasilyMisheard = createMishearingTest(
  italianWords,
  /^(?:sei|sette|settimo|sesto|sessant\p{L}*|settant\p{L}*|tre|tredici|trenta|giugno|luglio|martedi|marzo|(?:\d+\D)?(?:3|13|30|6|7|[67]\d)(?:\D\d+)?)$/u,
);
