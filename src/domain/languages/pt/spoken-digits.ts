import { createEuropeanDigitParser } from '../../understanding/european-digits.ts';
import { portugueseNumbers } from './numbers.ts';
import { portugueseWords } from './words.ts';

/** Parses the digits in a Portuguese text. */
export const parsePortugueseDigits = createEuropeanDigitParser(portugueseWords, portugueseNumbers, {
  repeats: {
    duplo: 2,
    dobro: 2,
    'duas vezes': 2,
    triplo: 3,
    'tres vezes': 3,
    'quatro vezes': 4,
  },
  zeros: 'zeros',
  keys: { meia: '6', asterisco: '*', estrela: '*', cardinal: '#', sustenido: '#', jogo: '#' },
  articles: 'um',
  otherArticles: 'uma o a os as',
  corrections: 'nao desculpa desculpe ou digo alias espera perdao melhor corrijo',
  leadIns:
    'é e o a meu minha numero telefone telemovel celular de do cliente codigo pin sim depois traço traco hifen ok tenho mais da velha',
  needsJoinedTens: true,
});
