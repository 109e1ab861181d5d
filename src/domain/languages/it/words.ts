import { createWords, europeanWordRules } from '../../understanding/words.ts';

/** The words of Italian. */
export const italianWords = createWords(
  europeanWordRules({
    accented: ['sì', 'è', 'dà', 'lì', 'là'],
    replacements: {
      qlc: 'qualche',
      cn: 'con',
      qnd: 'quando',
      sn: 'sono',
      grz: 'grazie',
      x: 'per',
      domai: 'domani',
      dmn: 'domani',
      doman: 'domani',
      nn: 'non',
      cmq: 'comunque',
      xche: 'perche',
      xke: 'perche',
      okay: 'ok',
    },
    fillers: 'ehm eh mm beh allora',
    fillerRuns: 'per favore|per piacere|per cortesia|grazie mille|grazie',
  }),
);
