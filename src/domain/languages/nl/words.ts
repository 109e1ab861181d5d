import { createWords, europeanWordRules } from '../../understanding/words.ts';

/** The words of Dutch. */
export const dutchWords = createWords(
  europeanWordRules({
    accented: ['één', 'vóór'],
    replacements: {
      mrgn: 'morgen',
      morge: 'morgen',
      morgn: 'morgen',
      één: 'een',
      t: 'het',
      n: 'een',
      m: 'hem',
      okay: 'ok',
      oke: 'ok',
    },
    fillers: 'eh uh ehm uhm hm nou alsjeblieft alstublieft aub',
    fillerRuns: 'dank u wel|dank je wel|dank u|dank je|bedankt',
  }),
);
