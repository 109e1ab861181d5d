import { createChoiceParser } from '../../understanding/choice-parser.ts';
import { dutchNumbers } from './numbers.ts';
import { dutchWords } from './words.ts';

/** Finds the choice in a Dutch text. */
export const parseDutchChoice = createChoiceParser(dutchWords, dutchNumbers, {
  options: 'optie opties nummer nr mogelijkheid keuze antwoord punt voorstel',
  last: 'laatste',
  requests: /(?<!\p{L})(?:alstublieft|alsjeblieft)(?!\p{L})/giu,
  leadIns:
    'de het die dat deze dit ik neem nemen wil zou graag liever dan dus ja ok is wordt wij we kies zeg maar doe mij me voor ga prefereer het liefst',
  corrections:
    'nee|neen|sorry|pardon|ik bedoel|ik bedoelde|beter gezegd|wacht|fout|toch maar|toch liever|excuseer|maar',
  negations:
    'niet|geen|noch|nooit|niets|niks|absoluut niet|zeker niet|liever niet|in geen geval|haat|verafschuw|hekel aan|vergeet|lelijk|afschuwelijk|verschrikkelijk|vreselijk|te duur|onmogelijk|geen sprake van|nooit van mijn leven|weiger|uitgesloten|laatste wat|slecht idee|ondenkbaar|alles liever dan|liever dan|onder geen beding|werk ik|ik werk|bezet|druk|te vroeg|te laat|te ver|te ingewikkeld',
  exceptions: 'behalve|uitgezonderd|zonder|in plaats van|in plaats daarvan',
  harmless:
    'geen probleem|geen punt|geen zorgen|niets anders|verder niets|verder niks|anders niets|niet erg|maakt niet uit|niet waar|als het kan|als dat kan|indien mogelijk|als het mag',
  reasons:
    'niet komen|niet bij zijn|niet aanwezig|niet langskomen|geen tijd|niet lekker|niet goed|niet meer nodig|haal het niet|red het niet|niet halen|niet beschikbaar|geen auto|niet thuis|ben er niet',
  clauseStarts: 'omdat|want|aangezien|dus|daarom|vandaar|en wil|en moet|en zou',
  complements: 'dat om',
  joiners: 'en of noch ook',
  plain:
    'ik we wij dat dit het de die wil willen kan kunnen mag hoef zou gaat is komt bevalt vind mooi leuk mij me ons liever toch zeker echt helemaal absoluut eigenlijk nu vandaag nog ook alsjeblieft in geval er sprake van niet graag moet doe natuurlijk uiteraard mogelijk nodig hoeft',
  past: 'ik had|ik had de|ik had het|had ik|hadden we|wij hadden',
  otherTimes:
    'vorige keer|laatste keer|de vorige|vroeger altijd|vroeger had|destijds|tenzij|alleen als|anders moet ik',
  questions:
    'wie|wat kost|wat is|wat betekent|wat gebeurt|wat zou|hoe|hoeveel|waarom|welke|welk|waar|wanneer is|wanneer kan|is|zijn|heeft u|hebt u|heb je|hebben jullie|is er|kost|betekent|moet ik|zal ik|als|indien|kan het|kan dat|kan ook|kun je',
  persons:
    'dochter zoon man vrouw moeder vader mama papa kind kinderen vriend vriendin zus broer baas collega hond kat hij zij',
  opinions: 'houdt vindt zegt zei gezegd haat verkiest denkt lust',
});
