import { createWords, europeanWordRules } from '../../understanding/words.ts';

/** The words of French. */
export const frenchWords = createWords(
  europeanWordRules({
    accented: ['où', 'à', 'là', 'dû'],
    replacements: {
      ct: 'c etait',
      pb: 'probleme',
      mrc: 'merci',
      bjr: 'bonjour',
      tkt: 't inquiete',
      pr: 'pour',
      dsl: 'desole',
      jai: 'j ai',
      chui: 'je suis',
      jsuis: 'je suis',
      jpeu: 'je peux',
      jpeux: 'je peux',
      jvien: 'je viens',
      jviens: 'je viens',
      jserai: 'je serai',
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
