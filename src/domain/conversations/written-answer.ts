import type { FlowInput } from '../flow/protocol.ts';
import type { FlowGraph } from '../flow/flow.ts';
import { graphOf } from '../flow/graph.ts';
import type { NodeOf } from '../flow/node.ts';
import type { FlowState } from '../flow/state.ts';
import { parseChoice } from '../understanding/choices.ts';

/** Words that a reply starts with. English ones are understood by the flow itself; these are the ones it would not understand. */
const yesNoWords: Readonly<Record<string, { readonly yes: string; readonly no: string }>> = {
  en: { yes: 'y ye yea', no: 'n' },
  es: { yes: 'si s claro vale correcto acuerdo perfecto confirmo', no: 'no n nunca' },
  fr: { yes: 'oui o ouais accord parfait confirme volontiers', no: 'non n pas' },
  de: { yes: 'ja j jo jawohl klar gerne gern einverstanden genau passt', no: 'nein n nee ne nicht leider' },
  pt: { yes: 'sim s claro certo combinado confirmo perfeito', no: 'nao n' },
  it: { yes: 'si s certo esatto confermo perfetto volentieri', no: 'no n' },
  nl: { yes: 'ja j graag prima akkoord goed klopt', no: 'nee n neen niet helaas' },
};

const yesSigns = /^[\s]*(?:👍|✅|👌|✔|☑)/u;
const noSigns = /^[\s]*(?:👎|❌|🚫)/u;
/** Longer replies need more understanding than their first words. */
const wordsMax = 8;

/** Returns yes or no in a short reply, in the language (BCP 47) or by a sign; undefined if it has neither. */
export function writtenYesNo(text: string, language: string): boolean | undefined {
  if (yesSigns.test(text)) return true;
  if (noSigns.test(text)) return false;
  const known = yesNoWords[language.split('-', 1)[0]!.toLowerCase()];
  const words = foldWords(text);
  if (known === undefined || words.length > wordsMax) return undefined;
  const [yes, no] = [known.yes.split(' '), known.no.split(' ')];
  const first = words.slice(0, 2).find((word) => yes.includes(word) || no.includes(word));
  return first === undefined ? undefined : yes.includes(first);
}

const foldWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, '')
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
  return value === undefined ? answered(written) : answered(written, value ? 'yes' : 'no');
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
