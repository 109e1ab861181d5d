import { createWords, europeanWordRules } from '../../understanding/words.ts';

/** The words of German. Umlauts are written with e, as people without a German keyboard do. */
export const germanWords = createWords(
  europeanWordRules({
    letters: { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' },
    replacements: {
      morgn: 'morgen',
      heut: 'heute',
      mrgn: 'morgen',
      morgne: 'morgen',
      okay: 'ok',
      gehts: 'geht es',
      gibts: 'gibt es',
      ists: 'ist es',
      hab: 'habe',
      nich: 'nicht',
      nix: 'nichts',
    },
    fillers: 'aeh aehm ehm hm hmm bitte also',
    fillerRuns: 'vielen dank|danke schoen|danke',
  }),
);
