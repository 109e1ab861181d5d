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
  connectors: 'e depois traço traco hifen sim o a os as do mais da velha ok barra aí ai',
  areaCodes: 'ddd prefixo indicativo',
  numberWords: 'é meu o numero telefone celular',
  others:
    'mas|senao|antigo|antiga|antes|velho|anterior|era|eram|tinha|ramal|extensao|nao é|nao era|em vez|exceto|errado|às|a partir|depois das|termina|acaba|comeca|errada|incorreto',
  before: 'nao nem das desde ate ramal',
  after:
    'numeros digitos telefones celulares minutos horas dias semanas meses anos euros reais pessoas filhos perguntas vezes',
  leadIns:
    'é e o a meu minha numero telefone telemovel celular de do cliente codigo pin sim depois traço traco hifen ok tenho mais da velha',
  needsJoinedTens: true,
});
