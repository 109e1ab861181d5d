import { createChoiceParser } from '../../understanding/choice-parser.ts';
import { frenchNumbers } from './numbers.ts';
import { frenchWords } from './words.ts';

/** Finds the choice in a French text. */
export const parseFrenchChoice = createChoiceParser(frenchWords, frenchNumbers, {
  options: 'option options numero no choix possibilite reponse proposition',
  last: 'dernier derniere',
  leadIns:
    'le la l ce cette celui celle je prends prendre prendrai veux voudrais voudrai aimerais prefere preferais plutot alors donc oui ok c est ce serait sera nous on choisis dirais d j pour vais',
  negations: 'pas aucun aucune sans ni jamais',
  corrections:
    'non|pardon|je veux dire|je voulais dire|enfin|ou plutot|je me trompe|attendez|attends|excusez moi|mais|finalement',
});
