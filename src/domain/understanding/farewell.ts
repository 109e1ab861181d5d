import { withoutAccents } from '../../core/spoken-words.ts';

/**
 * What callers say when a conversation is over, by language: goodbyes, thanks and acknowledgements. Written without diacritics. "No" alone is not among
 * them: it can be an objection.
 */
const phrases: Readonly<Record<string, string>> = {
  en: `bye|bye bye|goodbye|good bye|see you|see ya|see you later|see you soon|see you then|talk to you later|talk to you soon|take care|
    have a nice day|have a good day|have a great day|have a good one|have a nice evening|have a good evening|have a good night|
    have a nice weekend|have a good weekend|good night|good day|cheers|you too|and you|same to you|you as well|likewise|
    thank you|thanks|thank you very much|thank you so much|thanks very much|thanks so much|thanks a lot|many thanks|thanks again|
    thank you again|thanks for your help|thank you for your help|for your help|for calling|i appreciate it|i appreciate that|appreciate it|
    okay|ok|okey|alright|all right|great|perfect|wonderful|excellent|good|fine|sure|right|yes|yeah|yep|yup|cool|lovely|brilliant|
    super|awesome|very good|very well|sounds good|sounds great|will do|got it|i see|understood|no problem|no worries|of course|
    mm|mm hm|mhm|mm hmm|mmhmm|uh huh|uhuh|hm|hmm|ah|oh|um|uh|then|well|so|please|
    no thanks|no thank you|no that is all|no that's all|no that's it|no that's everything|that's all|that is all|that's it|that is it|
    that's everything|that will be all|that'll be all|nothing else|no nothing else|nope|not right now|i'm good|i'm fine|we're good|that's fine`,
  de: `tschuss|tschu|tschau|ciao|wiederhoren|auf wiederhoren|wiedersehen|auf wiedersehen|bis dann|bis bald|bis spater|bis morgen|
    schonen tag|einen schonen tag|schonen tag noch|einen schonen tag noch|schonen abend|schones wochenende|gute nacht|
    danke|danke schon|danke sehr|vielen dank|besten dank|herzlichen dank|danke gleichfalls|gleichfalls|ebenso|ihnen auch|wunsche ich|
    ja|jawohl|gut|sehr gut|alles klar|in ordnung|prima|super|perfekt|wunderbar|genau|na gut|also|dann|ach so|aha|
    nein danke|nein das war's|nein das war es|das war's|das war alles|das ist alles|sonst nichts|nichts weiter`,
  es: `adios|hasta luego|hasta pronto|hasta manana|nos vemos|chao|chau|que tenga un buen dia|buen dia|buenas noches|buenas tardes|
    gracias|muchas gracias|mil gracias|igualmente|a usted|a ti|si|vale|bueno|muy bien|bien|perfecto|genial|de acuerdo|claro|entendido|
    no gracias|nada mas|no nada mas|eso es todo|no eso es todo|de nada`,
  fr: `au revoir|salut|a bientot|a plus tard|a plus|a demain|bonne journee|bonne soiree|bonne nuit|merci|merci beaucoup|merci bien|
    je vous remercie|vous aussi|a vous aussi|pareillement|de meme|oui|d'accord|tres bien|bien|parfait|super|entendu|ca marche|c'est bon|
    non merci|c'est tout|non c'est tout|rien d'autre|ce sera tout|de rien`,
  it: `arrivederci|ciao|a presto|a dopo|a domani|buona giornata|buona serata|buonanotte|buona notte|grazie|grazie mille|molte grazie|tante grazie|
    altrettanto|anche a lei|a lei|si|va bene|bene|benissimo|perfetto|ottimo|d'accordo|certo|capito|no grazie|nient'altro|e tutto|basta cosi|prego`,
  pt: `tchau|adeus|ate logo|ate breve|ate amanha|bom dia|boa tarde|boa noite|obrigado|obrigada|muito obrigado|muito obrigada|igualmente|
    para voce tambem|sim|esta bem|ta bom|tudo bem|certo|perfeito|otimo|combinado|entendi|nao obrigado|nao obrigada|so isso|e so isso|mais nada|de nada`,
  nl: `dag|doei|doeg|tot ziens|tot straks|tot morgen|tot horens|fijne dag|fijne dag nog|prettige dag|fijne avond|dank u|dank je|dank u wel|
    dank je wel|dankuwel|dankjewel|bedankt|hartelijk dank|hartelijk bedankt|insgelijks|u ook|jij ook|hetzelfde|ja|prima|goed|heel goed|
    oke|is goed|in orde|perfect|top|helemaal goed|begrepen|nee dank u|nee dank je|nee bedankt|dat was het|dat was alles|verder niets`,
};

const known: ReadonlySet<string> = new Set(
  Object.values(phrases).flatMap((texts) => texts.split('|').map((phrase) => wordsOf(phrase).join(' '))),
);
const maxPhraseWords = Math.max(...[...known].map((phrase) => phrase.split(' ').length));
/** A longer text says more than goodbye. */
const maxWords = 30;

/**
 * Returns whether a text only closes the conversation: it consists of goodbyes, thanks and acknowledgements. Callers mix languages, so the phrases of all
 * languages count.
 */
export function isFarewell(text: string): boolean {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > maxWords) return false;
  /** Whether the words before this position are complete phrases. */
  const isCovered = [true];
  for (let end = 1; end <= words.length; end++) {
    const starts = Array.from({ length: Math.min(end, maxPhraseWords) }, (_, index) => end - 1 - index);
    isCovered.push(
      starts.some((start) => isCovered[start] === true && known.has(words.slice(start, end).join(' '))),
    );
  }
  return isCovered.at(-1) === true;
}

/** Returns the words in lower case, without diacritics. */
function wordsOf(text: string): string[] {
  return withoutAccents(text.toLowerCase().replaceAll('’', "'").replaceAll('ß', 'ss'))
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => word !== '');
}
