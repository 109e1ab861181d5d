import { createChoiceParser } from '../../understanding/choice-parser.ts';
import { germanNumbers } from './numbers.ts';
import { germanWords } from './words.ts';

/** Finds the choice in a German text. */
export const parseGermanChoice = createChoiceParser(germanWords, germanNumbers, {
  options: 'option optionen nummer nr variante moeglichkeit auswahl antwort punkt vorschlag',
  last: 'letzte letzter letztes letzten letztere',
  leadIns:
    'der die das den dem diese dieser dieses diesen ich nehme nehmen moechte will wuerde haette gern gerne lieber dann also ja ok es ist waere wir waehle sagen mal bitte bevorzuge am liebsten aeh genau',
  negations: 'nicht kein keine keinen keinem keiner ohne weder noch',
  corrections:
    'nein|nee|ne|quatsch|sorry|entschuldigung|ich meine|ich meinte|besser gesagt|vielmehr|sondern|doch lieber|moment|falsch',
});
