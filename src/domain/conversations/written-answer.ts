import { unclearAnswer } from '../flow/answer.ts';
import type { FlowInput } from '../flow/protocol.ts';
import type { FlowGraph } from '../flow/flow.ts';
import { graphOf } from '../flow/graph.ts';
import type { NodeOf } from '../flow/node.ts';
import type { FlowState } from '../flow/state.ts';
import { parseChoice } from '../understanding/choices.ts';
import { languageOf } from '../languages/languages.ts';

/** How short replies say yes and no in a language, in words without accents. English replies are parsed by the flow. */
interface ReplyWords {
  readonly yes: string;
  readonly no: string;
  /** Phrases with a yes or no word that are hedges, or have the opposite meaning: "why not". */
  readonly unclear: readonly string[];
  /** Words that limit a yes: "but", "if", "only". */
  readonly limits: string;
}

const replyWords: Readonly<Record<string, ReplyWords>> = {
  es: {
    yes: 'si s claro vale correcto acuerdo perfecto confirmo',
    no: 'no n nunca',
    unclear: [
      'no se',
      'no lo se',
      'no estoy segur',
      'por que no',
      'no hay problema',
      'no importa',
      'no hay inconveniente',
    ],
    limits: 'pero solo excepto salvo quizas',
  },
  fr: {
    yes: 'oui o ouais accord parfait confirme volontiers',
    no: 'non n pas',
    unclear: ['sais pas', 'pas sur', 'pas certain', 'pourquoi pas', 'pas de', 'pas encore sur'],
    limits: 'mais si seulement sauf peut',
  },
  de: {
    yes: 'ja j jo jawohl klar gerne gern einverstanden genau passt',
    no: 'nein n nee ne nicht leider',
    unclear: [
      'weiss nicht',
      'weiss es nicht',
      'weis nicht',
      'nicht sicher',
      'nicht genau',
      'warum nicht',
      'wieso nicht',
      'nicht schlecht',
    ],
    limits: 'aber wenn falls nur ausser vielleicht eventuell',
  },
  pt: {
    yes: 'sim s claro certo combinado confirmo perfeito',
    no: 'nao n',
    unclear: [
      'nao sei',
      'nao tenho certeza',
      'por que nao',
      'nao ha problema',
      'nao tem problema',
      'nao me importo',
    ],
    limits: 'mas se so exceto talvez',
  },
  it: {
    yes: 'si s certo esatto confermo perfetto volentieri',
    no: 'no n non',
    unclear: [
      'non so',
      'non lo so',
      'non sono sicur',
      'perche no',
      'non c e problema',
      'non ce problema',
      'non importa',
    ],
    limits: 'ma se solo tranne forse',
  },
  nl: {
    yes: 'ja j graag prima akkoord goed klopt',
    no: 'nee n neen niet helaas',
    unclear: ['weet niet', 'weet het niet', 'niet zeker', 'waarom niet', 'niet erg'],
    limits: 'maar als alleen tenzij misschien',
  },
};

type YesNo = 'yes' | 'no';

const yesSigns = /^[\s]*(?:👍|✅|👌|✔|☑)/u;
const noSigns = /^[\s]*(?:👎|❌|🚫)/u;
/** Longer replies need more understanding than their first words. */
const maxWords = 8;

/**
 * Returns the phrase id of a short reply in a language (BCP 47) other than English. Returns `unclear` if the reply has both yes and no, or limits
 * its yes. Returns undefined if the reply starts with neither.
 */
function writtenYesNo(text: string, language: string): YesNo | typeof unclearAnswer | undefined {
  const known = replyWords[language.split('-', 1)[0]!.toLowerCase()];
  if (known === undefined) return undefined;
  const words = foldWords(text);
  const value = signOf(text) ?? openingAnswer(words, known);
  return value !== undefined && isUnclear(value, words, known) ? unclearAnswer : value;
}

/** Returns the answer of a sign at the start of a text. */
function signOf(text: string): YesNo | undefined {
  if (yesSigns.test(text)) return 'yes';
  return noSigns.test(text) ? 'no' : undefined;
}

/** Returns the answer in the first two words of a short reply. */
function openingAnswer(words: readonly string[], known: ReplyWords): YesNo | undefined {
  if (words.length > maxWords) return undefined;
  const [first, second] = words.map((word) => answerOfWord(word, known));
  return first ?? second;
}

function answerOfWord(word: string, { yes, no }: ReplyWords): YesNo | undefined {
  if (yes.split(' ').includes(word)) return 'yes';
  return no.split(' ').includes(word) ? 'no' : undefined;
}

/** Returns whether other words of the reply contradict or limit its answer. */
function isUnclear(value: YesNo, words: readonly string[], known: ReplyWords): boolean {
  const phrase = ` ${words.join(' ')}`;
  if (known.unclear.some((run) => phrase.includes(` ${run}`))) return true;
  const countOf = (answer: YesNo) => words.filter((word) => answerOfWord(word, known) === answer).length;
  if (value === 'yes')
    return countOf('no') > 0 || words.some((word) => known.limits.split(' ').includes(word));
  // A second no confirms the first: "Nein, das passt nicht". "Nein, das passt" may be either.
  return countOf('yes') > 0 && countOf('no') < 2;
}

const foldWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** The greeting of an email: a short first line that ends with a comma or an exclamation mark. */
const greeting = /^[^\n]{1,40}[,!][ \t]*\n+(?=\S)/;

/** A flow whose question a message answers. */
export interface WrittenQuestion {
  readonly flow: FlowGraph;
  readonly state: Pick<FlowState, 'nodeId' | 'listening'>;
  /** BCP 47. */
  readonly language: string;
}

/**
 * Returns a message as the input of a flow. A number becomes digits if it is the position of a choice, or 1 for yes and 2 for no. A number that
 * is itself a choice stays text. A yes or no in the language of the agent gets its phrase id; the flow parses any other text.
 */
export function writtenInput(
  text: string,
  { flow, state: { nodeId, listening }, language }: WrittenQuestion,
): WrittenInput {
  const written = text.trim().replace(greeting, '').trim();
  const node = graphOf(flow, languageOf(language)).nodes.get(nodeId);
  if (node?.type !== 'ask') return answered(written);
  const isConfirming = listening?.phase === 'confirm';
  const digits = isConfirming ? undefined : positionIn(written, node);
  if (digits !== undefined) return { type: 'digits', digits };
  const isYesNo = isConfirming || node.config.expect === 'yes_no';
  const value = isYesNo ? writtenYesNo(written, language) : undefined;
  return answered(written, value);
}

type WrittenInput = Extract<FlowInput, { type: 'answered' | 'digits' }>;

/** Returns the digits of a text that is the position of an answer; undefined if it is none. */
function positionIn(text: string, { config: { expect, choices } }: NodeOf<'ask'>): string | undefined {
  const isPosition = expect === 'yes_no' || (expect === 'choice' && parseChoice(text, choices) === undefined);
  return isPosition ? /^\(?(\d{1,2})[.)]?$/.exec(text)?.[1] : undefined;
}

/** Nothing is misheard in a written text. */
const answered = (text: string, phraseId?: string): Extract<FlowInput, { type: 'answered' }> => ({
  type: 'answered',
  text,
  ...(phraseId === undefined ? {} : { phraseId }),
  confidence: 1,
  rejected: false,
});
