import { createChoiceParser } from '../../understanding/choice-parser.ts';
import { spanishNumbers } from './numbers.ts';
import { spanishWords } from './words.ts';

/** Finds the choice in a Spanish text. */
export const parseSpanishChoice = createChoiceParser(spanishWords, spanishNumbers, {
  options: 'opcion opciones numero alternativa eleccion respuesta propuesta',
  last: 'ultimo ultima',
  leadIns:
    'el la lo este esta ese esa yo tomo quiero quisiera querria me gustaria prefiero elijo escojo entonces si sí vale es seria que quedo con cojo va a ser nos por de digo pues mejor',
  negations: 'no ningun ninguna ninguno sin ni nunca tampoco',
  corrections:
    'perdon|perdona|perdone|quiero decir|queria decir|digo|mejor dicho|o mejor|no ,|espera|espere|me equivoque|sino|corrijo',
  hasAmbiguousNegation: true,
});
