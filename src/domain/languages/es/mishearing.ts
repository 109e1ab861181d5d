import { createMishearingTest } from '../../understanding/mishearing.ts';
import { spanishWords } from './words.ts';

/** Sesenta and setenta, seis and siete, dos and doce, tres and trece, junio and julio. */
export const isSpanishEasilyMisheard = createMishearingTest(
  spanishWords,
  /^(?:sesenta|setenta|seiscientos|setecientos|seis|siete|dos|doce|tres|trece|treinta|junio|julio|martes|marzo|(?:\d+\D)?(?:2|12|3|13|30|6|7|[67]\d)(?:\D\d+)?)$/u,
);
