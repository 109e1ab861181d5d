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
  leadIns:
    'es son el la mi numero telefono movil celular de cliente codigo pin y sí si luego despues guion pues ok tengo mas más',
  needsJoinedTens: true,
});
