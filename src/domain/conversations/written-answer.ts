import { unclearAnswer } from '../flow/answer.ts';
import type { FlowInput } from '../flow/protocol.ts';
import type { FlowGraph } from '../flow/flow.ts';
import { graphOf } from '../flow/graph.ts';
import type { NodeOf } from '../flow/node.ts';
import type { FlowState } from '../flow/state.ts';
import { parseChoice } from '../understanding/choices.ts';

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

const yesSigns = /^[\s]*(?:👍|✅|👌|✔|☑)/u;
const noSigns = /^[\s]*(?:👎|❌|🚫)/u;
/** Longer replies need more understanding than their first words. */
const wordsMax = 8;

/**
 * Returns the phrase id of a short reply in a language (BCP 47) other than English: yes or no in words or by a sign, or `unclear` if the reply has
 * both or limits its answer. Returns undefined if it has neither.
 */
function writtenYesNo(text: string, language: string): 'yes' | 'no' | typeof unclearAnswer | undefined {
  const known = replyWords[language.split('-', 1)[0]!.toLowerCase()];
  if (known === undefined) return undefined;
  const words = foldWords(text);
  const [yes, no] = [known.yes.split(' '), known.no.split(' ')];
  const answers = words.filter((word) => yes.includes(word) || no.includes(word));
  const sign = yesSigns.test(text) || (noSigns.test(text) ? false : undefined);
  const first = words.slice(0, 2).find((word) => answers.includes(word));
  if (sign === undefined && (first === undefined || words.length > wordsMax)) return undefined;
  const value = sign ?? yes.includes(first!);
  if (isLimited(value, words, answers, known)) return unclearAnswer;
  return value ? 'yes' : 'no';
}

function isLimited(
  value: boolean,
  words: readonly string[],
  answers: readonly string[],
  { yes, unclear, limits }: ReplyWords,
): boolean {
  const phrase = ` ${words.join(' ')}`;
  if (unclear.some((run) => phrase.includes(` ${run}`))) return true;
  const agreeing = answers.filter((word) => yes.split(' ').includes(word)).length;
  const refusing = answers.length - agreeing;
  const isLimitedYes = value && words.some((word) => limits.split(' ').includes(word));
  // "Nein, das passt nicht" is a refusal; "das passt mir nicht" and "nein, das passt" may be either.
  return isLimitedYes || (value ? refusing > 0 : agreeing > 0 && refusing < 2);
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
 * Returns a message as the input of a flow: a number is the position of a choice, or 1 for yes and 2 for no, unless it is a choice itself; yes and no in the language of
 * the agent are recognised; any other text is parsed by the flow.
 */
export function writtenInput(
  text: string,
  { flow, state: { nodeId, listening }, language }: WrittenQuestion,
): WrittenInput {
  const written = text.trim().replace(greeting, '').trim();
  const node = graphOf(flow).nodes.get(nodeId);
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
