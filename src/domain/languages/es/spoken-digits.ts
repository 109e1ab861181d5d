import { createEuropeanDigitParser } from '../../understanding/european-digits.ts';
import { spanishNumbers } from './numbers.ts';
import { spanishWords } from './words.ts';

/** Parses the digits in a Spanish text. */
export const parseSpanishDigits = createEuropeanDigitParser(spanishWords, spanishNumbers, {
  repeats: {
    doble: 2,
    'dos veces': 2,
    triple: 3,
    'tres veces': 3,
    'cuatro veces': 4,
  },
  zeros: 'ceros',
  keys: { asterisco: '*', estrella: '*', almohadilla: '#', gato: '#' },
  articles: 'un',
  otherArticles: 'una el la los las',
  corrections: 'no perdon o digo mejor espera espere disculpa disculpe corrijo',
  connectors: 'y luego despues guion pues sí si el la los las mas más ok otra vez barra',
  areaCodes: 'prefijo indicativo lada',
  numberWords: 'es mi numero telefono',
  others:
    'sino|antes|antiguo|antigua|viejo|vieja|anterior|era|eran|tenia|extension|ext|interno|anexo|no es|no era|no son|no el|en vez|en lugar|excepto|equivocado|equivocada|a las|a partir|y media|y cuarto|termina|acaba|empieza|comienza|esta mal|incorrecto',
  before: 'no ni desde hasta extension',
  after:
    'numeros cifras digitos telefonos moviles minutos horas dias semanas meses anos años euros personas hijos preguntas veces',
  leadIns:
    'es son el la mi numero telefono movil celular de cliente codigo pin y sí si luego despues guion pues ok tengo mas más',
  needsJoinedTens: true,
});
