/*
 * node bench/understanding/with-model.ts [--seed 1]
 *
 * Counts what the interpretation by a language model adds to the rules: every answer of src/domain/languages/<tag>/testing/held-out.tsv answers a question of a
 * flow, without and with a model. The model is a script that knows the expected value. It makes errors: 10 % of its responses are null, 5 % a wrong value with
 * words that were not said, 2 % a wrong value with the words of the answer. So this measures the plumbing (which answers reach the model, and what the checks drop),
 * not how well a real model understands.
 */
import { parseArgs } from 'node:util';
import type { LanguageModel, LanguagePart } from '../../src/contracts/language-model.ts';
import { systemClock } from '../../src/core/clock.ts';
import { seededRandom } from '../../src/core/random.ts';
import { flowIn, FlowInput, type FlowGraph } from '../../src/domain/flow/flow.ts';
import { startFlow, step, type Transition } from '../../src/domain/flow/interpreter.ts';
import type { FlowContext, VariableValue } from '../../src/domain/flow/protocol.ts';
import type { Language } from '../../src/domain/languages/language.ts';
import { allLanguages } from '../../src/domain/languages/languages.ts';
import {
  questions,
  readCorpus,
  saidAtMs,
  writeTime,
  zones,
  type AnswerKind,
  type CorpusLine,
} from '../../src/domain/languages/testing/evaluate.ts';
import { universalIntentIds } from '../../src/domain/understanding/requests.ts';
import { History } from '../../src/models/history.ts';
import { understandAnswer } from '../../src/models/understand-answer.ts';

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } });
const random = seededRandom(Number(values.seed));

const errors = { none: 0.1, wrongWithoutEvidence: 0.05, wrongWithEvidence: 0.02 };
const kinds = ['yes_no', 'request', 'date_time', 'number', 'digits'] as const satisfies AnswerKind[];
type Kind = (typeof kinds)[number];

/** A request is made instead of an answer to a yes-or-no question. */
const expectOf = (kind: Kind) => (kind === 'request' ? 'yes_no' : kind);

const flowOf = (kind: Kind, { tag }: Language): FlowGraph =>
  flowIn(
    FlowInput.parse({
      name: 'Question',
      nodes: [
        {
          id: 'ask',
          type: 'ask',
          config: { prompt: questions[tag], variable: 'answer', expect: expectOf(kind) },
        },
        { id: 'end', type: 'end', config: {} },
      ],
      edges: [{ id: 'end', from: 'ask', to: 'end' }],
    }),
    'en',
  );

/** Returns a wrong value of the kind. */
function wrongValue(kind: Kind, expected: string): unknown {
  if (kind === 'yes_no') return expected !== 'yes';
  if (kind === 'number') return (Number(expected) || 0) + 1;
  if (kind === 'digits') return `${expected.replaceAll(/\D/g, '').slice(0, -1)}9`;
  return '2026-12-24';
}

/** Returns what a model without errors returns: the expected value, or null. */
function rightValue(kind: Kind, expected: string): unknown {
  if (expected === '?') return null;
  if (kind === 'yes_no') return expected === 'yes';
  return kind === 'number' ? Number(expected) : expected;
}

interface Meaning {
  readonly value?: unknown;
  readonly request?: unknown;
  readonly evidence: string | null;
}

/** Returns what the scripted model returns about an answer. */
function scripted(kind: Kind, { text, expected }: CorpusLine): Meaning {
  const chance = random.fraction();
  const isNull = chance < errors.none;
  const wrong = chance - errors.none;
  const isWrong = !isNull && wrong < errors.wrongWithoutEvidence + errors.wrongWithEvidence;
  const evidence = isWrong && wrong < errors.wrongWithoutEvidence ? 'words that were not said' : text;
  if (isNull) return { evidence: null };
  if (kind !== 'request')
    return { value: isWrong ? wrongValue(kind, expected) : rightValue(kind, expected), evidence };
  const other = expected === 'opt_out' ? 'person' : 'opt_out';
  return { request: isWrong ? other : expected, evidence };
}

class ScriptedModel implements LanguageModel {
  readonly id = 'bench/script';
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  // oxlint-disable-next-line require-await
  async *respond(): AsyncIterable<LanguagePart> {
    yield { type: 'text-delta', text: this.#text };
    yield { type: 'finished', reason: 'stop', inputTokens: 0, outputTokens: 0 };
  }

  checkHealth = () => Promise.resolve({ ok: true, detail: '' });
}

const contextOf = (language: Language, hasModel: boolean): FlowContext => ({
  nowMs: saidAtMs(language.tag),
  language,
  timezone: zones[language.tag],
  dynamic: {},
  customer: {},
  agent: { name: 'Bench' },
  hasModel,
});

/** Returns what a flow does with an answer, in the notation of the corpora, and the meaning that the model returned. */
async function answer(kind: Kind, line: CorpusLine, language: Language, flow: FlowGraph, hasModel: boolean) {
  const context = contextOf(language, hasModel);
  const { state: asked } = startFlow(flow, context);
  const input = { type: 'answered', text: line.text, confidence: 1, rejected: false } as const;
  const { state, actions } = step(flow, asked, input, context);
  const unclear = actions.find((action) => action.type === 'understand');
  if (unclear === undefined) return { got: notation(kind, { state, actions }, language), meaning: undefined };
  const meaning = scripted(kind, line);
  const interpretation = await understandAnswer(unclear, {
    clock: systemClock,
    history: new History(),
    models: [new ScriptedModel(JSON.stringify(meaning))],
    settings: { temperature: 0, maxTokens: 100, timeoutMs: 4_000 },
    signal: new AbortController().signal,
  });
  const after = step(flow, state, { type: 'understood', nodeId: 'ask', interpretation }, context);
  return { got: notation(kind, after, language), meaning };
}

function notation(kind: Kind, { state, actions }: Transition, language: Language): string {
  if (kind === 'request') {
    const entered = actions.flatMap((action) => (action.type === 'node-entered' ? [action.nodeId] : []));
    return universalIntentIds.find((id) => entered.includes(`builtin.${id}`)) ?? '-';
  }
  const value = state.variables['answer'] ?? null;
  return value === null ? '?' : valueNotation(kind, value, language);
}

function valueNotation(kind: Kind, value: NonNullable<VariableValue>, { tag }: Language): string {
  if (kind === 'yes_no') return value === true ? 'yes' : 'no';
  if (kind !== 'date_time' || typeof value !== 'string' || value.length === 10) return String(value);
  return writeTime(Date.parse(value), true, tag);
}

interface Tally {
  right: number;
  asked: number;
  wrong: number;
}

const emptyTally = (): Tally => ({ right: 0, asked: 0, wrong: 0 });

function count(tally: Tally, got: string, expected: string): void {
  if (got === expected) tally.right += 1;
  else if (got === '?' || got === '-') tally.asked += 1;
  else tally.wrong += 1;
}

/** Requests other than universal ones, such as to repeat the question, are not jumps. */
const isCounted = ({ kind, expected }: CorpusLine): boolean =>
  kind !== 'request' || expected === '-' || (universalIntentIds as readonly string[]).includes(expected);

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

console.log(
  '| kind | answers | rules: right | asked again | wrong | with the scripted model: right | asked again | wrong | sent to the model | wrong values returned | of them stored |',
);
console.log(`|${'---|'.repeat(11)}`);
for (const kind of kinds) {
  const [byRules, byModel] = [emptyTally(), emptyTally()];
  let [total, sent, wrongReturned, wrongStored] = [0, 0, 0, 0];
  for (const language of allLanguages) {
    const flow = flowOf(kind, language);
    for (const line of readCorpus(language.tag).filter((line) => line.kind === kind && isCounted(line))) {
      total += 1;
      count(byRules, (await answer(kind, line, language, flow, false)).got, line.expected);
      const { got, meaning } = await answer(kind, line, language, flow, true);
      count(byModel, got, line.expected);
      if (meaning === undefined) continue;
      sent += 1;
      const returned = kind === 'request' ? meaning.request : meaning.value;
      const isWrong = returned !== undefined && returned !== rightOf(kind, line.expected);
      if (!isWrong) continue;
      wrongReturned += 1;
      if (got !== line.expected && got !== '?' && got !== '-') wrongStored += 1;
    }
  }
  const shares = [byRules, byModel].flatMap(({ right, asked, wrong }) => [
    percent(right, total),
    percent(asked, total),
    `${percent(wrong, total)} (${wrong})`,
  ]);
  console.log(`| ${[kind, total, ...shares, sent, wrongReturned, wrongStored].join(' | ')} |`);
}

function rightOf(kind: Kind, expected: string): unknown {
  return kind === 'request' ? expected : rightValue(kind, expected);
}
