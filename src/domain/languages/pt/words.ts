import { createWords, europeanWordRules } from '../../understanding/words.ts';

/** The words of Portuguese. */
export const portugueseWords = createWords(
  europeanWordRules({
    accented: ['é', 'à', 'às', 'pôr', 'dá'],
    replacements: {
      mto: 'muito',
      obg: 'obrigado',
      vlw: 'valeu',
      pd: 'pode',
      vo: 'vou',
      amnha: 'amanha',
      amanh: 'amanha',
      amnh: 'amanha',
      vc: 'voce',
      vcs: 'voces',
      q: 'que',
      pq: 'porque',
      tb: 'tambem',
      tbm: 'tambem',
      ñ: 'nao',
      n: 'nao',
      okay: 'ok',
    },
    fillers: 'hum hm ahn eh bem entao',
    fillerRuns: 'por favor|se faz favor|muito obrigado|muito obrigada|obrigado|obrigada',
  }),
);
