/*
 * Full stops that do not end a sentence, in the languages of the spoken texts. The language of a streamed text is not known, so abbreviations that are
 * words of another language, such as "no", are restricted by the text that follows.
 */

/** Titles and other abbreviations, in lower case without the last full stop. */
const abbreviations = new Set(
  [
    'mr mrs ms dr st jr sr prof rev hon gen capt sgt lt vs approx appt apt ave blvd dept inc ltd corp',
    'hr frl bzw ca inkl zzgl evtl ggf sog vgl str dipl',
    'm mm mlle pr av bd bld ste env c.-à-d boul',
    'sra srta sres dra d.ª dña ud uds vd lic avda ctra aprox izq dcha profa pza urb',
    'eng exmo exma apto',
    'sig sig.ra sig.na sigg dott dott.ssa prof.ssa avv ing arch geom rag v.le p.zza c.so l.go',
    'dhr mevr mw mej drs bijv bv evt incl excl',
  ]
    .join(' ')
    .split(' '),
);
/** Abbreviations in a sentence. A capital letter after them begins the next one. */
const withinSentence = new Set(
  [
    'mon tue tues wed thu thur thurs fri sat sun sec sek std',
    'no nr num núm n tel tél art fig pág pag kap abs ext int max min mio mrd mln mld tsd',
    'jan feb mar apr jun jul aug sep sept oct nov dec janv févr avr juil déc okt dez ene abr ago dic fev set out gen giu lug sett ott mrt',
  ]
    .join(' ')
    .split(' '),
);
/** Abbreviations that often end a sentence: the next word decides by its first letter. */
const beforeLowerCase = new Set('etc usw ecc enz'.split(' '));
/** Initials, and abbreviations with full stops inside: "J. Doe", "z. B.", "p. m.", "d.w.z." */
const initials = /^(?:\p{L}|\p{L}{1,2}(?:\.-?\p{L}{1,2})+|ej|ex)$/u;
const italianExample = /(?<!\p{L})p\. ?es\.$/iu;
const wordBeforeStop = /([\p{L}\p{N}.ªº-]+)\.$/u;

/** Words before an ordinal in German. */
const germanDeterminer =
  /(?<!\p{L})(?:am|vom|zum|zur|beim|im|dem|den|der|die|das|des|bis|ab|seit|jede[nmrs]?|diese[nmrs]?|und|oder) \d{1,3}\.$/iu;
const month =
  /^(?:januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|januari|februari|maart|mei|augustus|jan|feb|apr|aug|sept|okt|nov|dez)(?!\p{L})/iu;

/** Returns whether `isAbbreviation` depends on the text after the full stop at the end of `head`. */
export function dependsOnNextWord(head: string): boolean {
  const word = wordBeforeStop.exec(head)?.[1]?.toLowerCase() ?? '';
  return /^\d+(?:\.\d+)?$|(?:str|nr)$/.test(word) || withinSentence.has(word) || beforeLowerCase.has(word);
}

/**
 * Returns whether the full stop at the end of `head` belongs to an abbreviation or an ordinal. `next` is the text that follows, from its first
 * character to the end of its first word.
 */
export function isAbbreviation(head: string, next: string): boolean {
  const word = wordBeforeStop.exec(head)?.[1]?.toLowerCase();
  if (word === undefined) return false;
  if (/^\d+$/.test(word)) return isOrdinal(head, next);
  // "24.12.", as in "am 24.12. um zehn Uhr".
  if (/^\d{1,2}\.\d{1,2}$/.test(word)) return !/^\p{Lu}/u.test(next);
  if (withinSentence.has(word)) return /^[\p{N}\p{Ll}\p{Sc}]/u.test(next);
  if (beforeLowerCase.has(word)) return /^\p{Ll}/u.test(next);
  // German compounds such as "Hauptstr." and "Kundennr."
  if (/..(?:str|nr)$/.test(word)) return /^\p{N}/u.test(next);
  return [abbreviations.has(word), initials.test(word), italianExample.test(head)].includes(true);
}

/** "5." is an ordinal before a month, after a German article, before a small letter, and as the number of a line. */
function isOrdinal(head: string, next: string): boolean {
  if (/^\s*\d{1,3}\.$/.test(head)) return true;
  return month.test(next) || germanDeterminer.test(head) || /^\p{Ll}/u.test(next);
}
