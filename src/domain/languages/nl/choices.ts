import { createChoiceParser } from '../../understanding/choice-parser.ts';
import { dutchNumbers } from './numbers.ts';
import { dutchWords } from './words.ts';

/** Finds the choice in a Dutch text. */
export const parseDutchChoice = createChoiceParser(dutchWords, dutchNumbers, {
  options: 'optie opties nummer nr mogelijkheid keuze antwoord punt voorstel',
  last: 'laatste',
  leadIns:
    'de het die dat deze dit ik neem nemen wil zou graag liever dan dus ja ok is wordt wij we kies zeg maar doe mij me voor ga prefereer het liefst',
  negations: 'niet geen zonder noch',
  corrections:
    'nee|neen|sorry|pardon|ik bedoel|ik bedoelde|beter gezegd|wacht|fout|toch maar|toch liever|excuseer|maar',
});
