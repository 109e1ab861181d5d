import { createMishearingTest } from '../../understanding/mishearing.ts';
import { portugueseWords } from './words.ts';

/** Sessenta and setenta, seis and sete and três, dois and doze, junho and julho. */
export const isPortugueseEasilyMisheard = createMishearingTest(
  portugueseWords,
  /^(?:sessenta|setenta|seis|sete|tres|meia|dois|doze|treze|seiscentos|setecentos|junho|julho|terca|quarta|(?:\d+\D)?(?:2|12|3|13|6|7|[67]\d)(?:\D\d+)?)$/u,
);
