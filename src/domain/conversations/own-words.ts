/** The keyword that an instruction names, alone, emphasised or in quotation marks. */
const keyword =
  '[*\'"“”„‚‘’«»‹›\\s]*(?:stopp?|arr[eê]t|baja|parar|sair|cancelar|afmelden|unsubscribe|opt-?out)[*\'"“”„‚‘’«»‹›]*';

/** The rest of the sentence of an instruction: "to unsubscribe", "zum Abmelden". */
const rest = String.raw`(?![\p{L}\p{N}])(?:[^\n.!?]{0,100}(?:[.!?]+|(?=\n)|$))?`;

/** How senders instruct the reader to opt out, up to the keyword. */
const instructions = [
  '(?:please )?(?:reply|text|txt|send|respond|answer|write|type)(?: back)?(?: with)?(?: the word)?',
  'to (?:unsubscribe|opt[ -]?out|stop|end|cancel|quit)[^\\n.!?]{0,40}?,? (?:please )?(?:reply|text|txt|send|respond|answer|write|type)(?: back)?(?: with)?',
  '(?:bitte )?(?:antworten|schreiben|senden|schicken) sie(?: einfach)?(?: mit)?',
  '(?:bitte )?(?:antworte|schreibe?|sende|schicke?)(?: einfach)?(?: mit)?',
  'mit(?=[*\'"“”„‚‘’«»‹›\\s]+stopp?[*\'"“”„‚‘’«»‹›]* (?:melden|abmelden|beenden|k[oö]nnen))',
  '(?:por favor,? )?(?:respond[ae]|env[ií][ae]|contest[ae]|escrib[ae]|mand[ae])(?: con)?(?: la palabra)?',
  '(?:r[ée]pondez|r[ée]ponds|envoyez|envoie|[ée]crivez)(?: simplement)?(?: par| avec)?(?: le mot)?',
  '(?:rispond[ai]|invii?a?|scriv[ai]|mand[ai])(?: con)?(?: la parola)?',
  '(?:por favor,? )?(?:respond[ae]|envi[ae]|escrev[ae]|mand[ae])(?: com)?(?: a palavra)?',
  '(?:antwoord|stuur|reageer|sms|schrijf|verzend)(?: met)?(?: het woord)?',
].join('|');

/** An instruction at the start of a sentence, or after the name of the sender and a colon. */
const instruction = new RegExp(`(?<=^|[\\n.!?:;,()"“”„«»-]\\s*)(?:${instructions})${keyword}${rest}`, 'giu');

const quotedLine = /^\s{0,3}>.*$/gmu;

/** Shorter messages are also words of an answer: "Yes". */
const minQuotedMessage = 30;

/**
 * Returns what the sender of a message wrote: the message without quoted lines, without messages of `sent`, which they received, and without the instructions to opt
 * out that messages of businesses end with, such as "Reply STOP to unsubscribe". Such an instruction is quoted or forwarded; a person who wants no messages writes
 * STOP.
 */
export function ownWords(message: string, sent: readonly string[] = []): string {
  const quotable = sent.map((text) => text.trim()).filter(({ length }) => length >= minQuotedMessage);
  const unquoted = quotable.reduce(
    (text, one) => text.replaceAll(one, ''),
    message.replaceAll(quotedLine, ''),
  );
  return unquoted
    .replaceAll(instruction, '')
    .replaceAll(/\n{2,}/g, '\n\n')
    .trim();
}
