import { dayOf, writeDay } from '../understanding/civil-day.ts';
import { parseIsoTime, withIsoSeparator } from '../understanding/iso-time.ts';
import { universalIntentIds, type UniversalIntentId } from '../understanding/requests.ts';
import { civilTimeAt } from '../understanding/zoned-time.ts';
import { answerRulesOf, hasRightLength } from './answer.ts';
import { globalPromptStatements, matchUniversalNode } from './edges.ts';
import { isSensitive } from './graph.ts';
import type { FlowNode, NodeOf } from './node.ts';
import { callbackQuestion } from './nodes/callback-question.ts';
import type {
  ExpectedAnswer,
  FlowContext,
  Interpretation,
  UnclearAnswer,
  UnderstoodAs,
  VariableValue,
} from './protocol.ts';
import { renderSpoken } from './scope.ts';
import type { StepContext } from './state.ts';

/*
 * Answers that the rules do not understand. A language model interprets them; every value that it returns is checked by the rules of a spoken answer, and by its
 * evidence: words that the customer said.
 */

type Ask = NodeOf<'ask'>;
type QuestionNode = Ask | NodeOf<'gather_digits'>;

/** What a checked interpretation says. */
export type Understood =
  | { readonly as: 'answer'; readonly value: VariableValue }
  | { readonly as: 'statement'; readonly edgeId: string }
  | { readonly as: Exclude<UnderstoodAs, 'answer' | 'statement'> };

/** Returns the last answer for a language model; undefined if no model can interpret it: it has no words, or is sensitive. */
export function unclearAnswerOf(node: QuestionNode, step: StepContext): UnclearAnswer | undefined {
  const { context, state } = step;
  const text = state.heard?.text.trim() ?? '';
  if (context.hasModel !== true || isSensitive(node) || text === '' || state.heard!.digits !== '')
    return undefined;
  return {
    question: questionText(node, step),
    text,
    expected: expectedAnswerOf(node, step),
    requests: requestsAt(node, step),
    statements: globalPromptStatements(step, node.id),
  };
}

/**
 * Checks what a language model returned about the last answer. An opt-out precedes everything, and a request that the rules found precedes an answer and a request
 * of the model.
 */
export function checkInterpretation(
  node: FlowNode,
  interpretation: Interpretation | null,
  step: StepContext,
): Understood {
  const question = questionOf(node, step.context);
  if (interpretation === null || question === undefined) return nothing;
  const said = saidWords(interpretation.evidence, step);
  const requested = requestsAt(question, step).find(
    (id) => said !== undefined && id === interpretation.request,
  );
  if (requested === 'opt_out') return { as: requested };
  const statement = statementIn(interpretation, node, step);
  if (matchUniversalNode(step) !== undefined) return statement ?? nothing;
  const value = readValue(question, interpretation.value, said, step);
  return value === undefined ? (statement ?? { as: requested ?? 'nothing' }) : { as: 'answer', value };
}

const nothing: Understood = { as: 'nothing' };

/** Returns the evidence if the customer said these words. */
function saidWords(evidence: unknown, { state: { heard } }: StepContext): string | undefined {
  return typeof evidence === 'string' && isSaid(evidence, heard?.text ?? '') ? evidence : undefined;
}

function statementIn({ edgeId }: Interpretation, node: FlowNode, step: StepContext): Understood | undefined {
  const statement = globalPromptStatements(step, node.id).find((one) => one.edgeId === edgeId);
  return statement && { as: 'statement', edgeId: statement.edgeId };
}

const questionOf = (node: FlowNode, { language }: FlowContext): QuestionNode | undefined => {
  if (node.type === 'schedule_callback') return callbackQuestion(node, language);
  return node.type === 'ask' || node.type === 'gather_digits' ? node : undefined;
};

/** Returns the question that the customer heard last: that of the node, or whether a value was understood. */
function questionText(node: QuestionNode, step: StepContext): string {
  const { phase, candidate } = step.state.listening!;
  if (phase === 'answer') return renderSpoken(node.config.prompt, step);
  const { readBack } = step.context.language.sentences;
  return renderSpoken(readBack.value, {
    ...step,
    state: { ...step.state, variables: { candidate } },
  });
}

const isCallback = (node: QuestionNode, { graph }: StepContext): boolean =>
  graph.nodes.get(node.id)?.type === 'schedule_callback';

/** At `schedule_callback`, a callback is the answer. */
const requestsAt = (node: QuestionNode, step: StepContext): readonly UniversalIntentId[] =>
  isCallback(node, step) ? universalIntentIds.filter((id) => id !== 'callback') : universalIntentIds;

function expectedAnswerOf(node: QuestionNode, step: StepContext): ExpectedAnswer {
  if (node.type === 'gather_digits') return { type: 'nothing' };
  if (step.state.listening?.phase === 'confirm') return { type: 'yes_no' };
  return expectedAnswers[node.config.expect](node, step);
}

const expectedAnswers: Readonly<
  Record<Ask['config']['expect'], (node: Ask, step: StepContext) => ExpectedAnswer>
> = {
  yes_no: () => ({ type: 'yes_no' }),
  number: () => ({ type: 'number' }),
  choice: ({ config: { choices } }) => ({ type: 'choice', choices }),
  digits: ({ config: { minDigits = 1, maxDigits = 32 } }) => ({ type: 'digits', minDigits, maxDigits }),
  date_time: (node, step) => {
    const { nowMs, timezone } = step.context;
    const now = writeLocalTime(nowMs, timezone);
    const day = isCallback(node, step) ? undefined : dayOf(step.state.variables[node.config.variable]);
    return { type: 'date_time', now, ...(day !== undefined && { day: writeDay(day) }) };
  },
  // The words are the answer.
  text: () => ({ type: 'nothing' }),
};

const two = (value: number): string => String(value).padStart(2, '0');

/** Returns the value if the question allows it and the customer said the evidence. */
function readValue(
  node: QuestionNode,
  value: unknown,
  said: string | undefined,
  step: StepContext,
): VariableValue | undefined {
  if (said === undefined) return undefined;
  const expected = expectedAnswerOf(node, step);
  switch (expected.type) {
    case 'nothing':
      return undefined;
    case 'yes_no':
      return typeof value === 'boolean' ? value : undefined;
    case 'number':
      return readNumber(value);
    case 'choice':
      return expected.choices.find((choice) => choice.value === value)?.value;
    case 'digits':
      return readDigits(value, expected, saidDigits(said, step.context));
    case 'date_time':
      return readDate(value, expected.day, step.context);
  }
}

/** That of numbers by keypad. */
const numberLimit = 1e15;

const readNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Math.abs(value) < numberLimit ? value : undefined;

function readDigits(
  value: unknown,
  expected: { readonly minDigits: number; readonly maxDigits: number },
  said: readonly string[],
): string | undefined {
  if (typeof value !== 'string' || !/^[0-9*#]+$/.test(value) || !hasRightLength(expected, value))
    return undefined;
  return said.some((digits) => digits.includes(value)) ? value : undefined;
}

/** Returns the digits in the words: those that the rules read, and the numerals. */
function saidDigits(evidence: string, context: FlowContext): string[] {
  const spoken = answerRulesOf(context).parseDigits(evidence)?.digits ?? '';
  return [spoken, evidence.replaceAll(/[^\d*#]/g, '')];
}

/** The reach of dates that the rules read. */
const maxYearsAhead = 8;
const yearMs = 366 * 86_400_000;

/** Returns a future day, or an instant, of a local time that exists, without an offset: offsets are what models get wrong. */
function readDate(value: unknown, day: string | undefined, context: FlowContext): string | undefined {
  const { nowMs, timezone } = context;
  if (typeof value !== 'string') return undefined;
  const text = day !== undefined && /^\d\d:\d\d$/.test(value) ? `${day}T${value}` : withIsoSeparator(value);
  const instantMs = localInstant(text, timezone);
  if (instantMs === undefined || instantMs > nowMs + maxYearsAhead * yearMs) return undefined;
  if (dayOf(text) !== undefined) return text >= writeDay(civilTimeAt(nowMs, timezone)) ? text : undefined;
  return instantMs > nowMs ? new Date(instantMs).toISOString() : undefined;
}

/** Returns the instant (Unix ms) of a local day or time; undefined if clocks skip it, or it does not exist. */
function localInstant(text: string, zone: string): number | undefined {
  const isLocal = /^[-\d]{10}(?:T\d\d:\d\d(?::00)?)?$/.test(text);
  const instantMs = isLocal ? parseIsoTime(text, zone) : undefined;
  if (instantMs === undefined || dayOf(text) !== undefined) return instantMs;
  return writeLocalTime(instantMs, zone) === text.slice(0, 16) ? instantMs : undefined;
}

/** Returns a local time as ISO 8601, such as `2026-11-27T09:30`. */
function writeLocalTime(instantMs: number, zone: string): string {
  const { hour, minute, ...day } = civilTimeAt(instantMs, zone);
  return `${writeDay(day)}T${two(hour)}:${two(minute)}`;
}

/** Characters of scripts without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*/gu;

/** Returns the words of a text, each between spaces. */
const wordsOf = (text: string): string =>
  ` ${text.normalize('NFKC').toLowerCase().replaceAll(unspaced, ' $& ')} `.replaceAll(
    /[^\p{L}\p{M}\p{N}*#]+/gu,
    ' ',
  );

/** Returns whether the text contains the words of the evidence, in this order and without others between them. */
const isSaid = (evidence: string, text: string): boolean =>
  wordsOf(evidence) !== ' ' && wordsOf(text).includes(wordsOf(evidence));
