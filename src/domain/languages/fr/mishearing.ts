import { createMishearingTest } from '../../understanding/mishearing.ts';
import { frenchWords } from './words.ts';

/** Six and dix, treize and seize, juin and juillet, mardi and mars. */
export const isFrenchEasilyMisheard = createMishearingTest(
  frenchWords,
  /^(?:six|dix|sixieme|dixieme|treize|seize|treizieme|seizieme|trente|juin|juillet|mardi|mars|(?:\d+\D)?(?:6|10|13|16|30)(?:\D\d+)?)$/u,
);
