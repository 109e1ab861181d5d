import { createChoiceParser } from '../../understanding/choice-parser.ts';
import { portugueseNumbers } from './numbers.ts';
import { portugueseWords } from './words.ts';

/** Finds the choice in a Portuguese text. */
export const parsePortugueseChoice = createChoiceParser(portugueseWords, portugueseNumbers, {
  options: 'opcao opcoes numero alternativa escolha resposta proposta',
  last: 'ultimo ultima',
  leadIns:
    'o a este esta esse essa eu quero queria gostaria prefiro escolho entao sim ok e é seria fico com vou de ficar nos pode ser vai por da do',
  negations: 'nao nenhum nenhuma sem nem nunca',
  corrections:
    'desculpa|desculpe|quero dizer|queria dizer|digo|ou melhor|alias|nao ,|espera|perdao|corrijo|mas sim|mas',
  hasAmbiguousNegation: true,
});
