import { createChoiceParser } from '../../understanding/choice-parser.ts';
import { italianNumbers } from './numbers.ts';
import { italianWords } from './words.ts';

/** Finds the choice in a Italian text. */
export const parseItalianChoice = createChoiceParser(italianWords, italianNumbers, {
  options: 'opzione opzioni numero alternativa scelta risposta proposta',
  last: 'ultimo ultima',
  leadIns:
    'il lo la l questo questa quello quella io prendo voglio vorrei mi piacerebbe preferisco scelgo allora sì si ok è e sarebbe noi per di direi facciamo prendiamo va bene vada',
  negations: 'non nessun nessuno nessuna senza ne mai',
  corrections:
    'no|scusi|scusa|volevo dire|voglio dire|anzi|cioe|o meglio|mi correggo|aspetti|aspetta|ho sbagliato|bensi|ma',
});
