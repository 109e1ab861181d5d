import { createWords, europeanWordRules } from '../../understanding/words.ts';

/** The words of French. */
export const frenchWords = createWords(
  europeanWordRules({
    accented: ['où', 'à', 'là', 'dû'],
    replacements: {
      demin: 'demain',
      dmain: 'demain',
      aujourd: 'aujourdhui',
      hui: '',
      stp: '',
      svp: '',
      pk: 'pourquoi',
      pcq: 'parce que',
      okay: 'ok',
    },
    fillers: 'euh heu ben bah hum',
    fillerRuns: 's il vous plait|s il te plait|merci beaucoup|merci',
  }),
);
