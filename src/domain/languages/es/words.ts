import { createWords, europeanWordRules } from '../../understanding/words.ts';

/** The words of Spanish. */
export const spanishWords = createWords(
  europeanWordRules({
    accented: ['sí', 'qué', 'cómo', 'cuándo', 'quién', 'él', 'sé', 'más', 'año', 'años'],
    replacements: {
      m: 'me',
      boy: 'voy',
      x: 'por',
      grasias: 'gracias',
      grax: 'gracias',
      mnn: 'manana',
      manna: 'manana',
      mnana: 'manana',
      q: 'que',
      kiero: 'quiero',
      xq: 'porque',
      pq: 'porque',
      d: 'de',
      tb: 'tambien',
      bn: 'bien',
      ok: 'vale',
      okay: 'vale',
    },
    fillers: 'eh em ehm mm mmm bueno pues favor',
    fillerRuns: 'por favor|muchas gracias|gracias',
  }),
);
