import { LanguageModelError, type LanguageModel } from '../contracts/language-model.ts';
import { SentimentMeter } from '../calls/sentiment.ts';
import type { Clock } from '../core/clock.ts';
import type { AgentConfig } from '../domain/agent.ts';
import {
  fieldValues,
  maxReasonCharacters,
  maxSummaryCharacters,
  pendingAnalysis,
  type Analysis,
} from '../domain/analysis.ts';
import { variablesAtEnd } from '../domain/batches/flow-variables.ts';
import type { CallCost } from '../domain/call.ts';
import type { PriceTable } from '../domain/costs/price-table.ts';
import type { VariableValue } from '../domain/flow/protocol.ts';
import { analyze, UnusableAnswer } from '../models/analyze.ts';
import { languageModelsOf, type ModelDirectory } from '../models/model-directory.ts';
import { ModelUsageMeter } from '../models/model-usage.ts';
import type { TranscriptLine } from '../models/transcript-text.ts';
import type { Queryable } from '../store/database.ts';
import { findFlowVersion } from '../store/flows.ts';

/** The dependencies of analyses. */
export interface AnalysisContext {
  readonly clock: Clock;
  readonly models: Pick<ModelDirectory, 'languageModel'>;
  /** Analyzes instead of the models of the agents. */
  readonly analysisModel?: LanguageModel | undefined;
  readonly prices?: PriceTable | undefined;
}

/** An ended call or conversation. */
export interface AnalysisSubject {
  readonly agent: Pick<AgentConfig, 'analysis' | 'model' | 'modelSettings' | 'language'>;
  /** The noun in prompts: `call`, or `conversation of messages`. */
  readonly noun: string;
  readonly transcript: readonly TranscriptLine[];
  /** Results that the system has recorded, such as the disposition. */
  readonly outcome: Readonly<Record<string, VariableValue>>;
  /** The variables of the flow, without sensitive ones. */
  readonly variables: Readonly<Record<string, VariableValue>>;
  /** Names of the variables that are answers of the customer. */
  readonly answers: ReadonlySet<string>;
}

/** The result of one attempt. `error`: the attempt failed and is repeated; the analysis is then still pending. */
export interface AnalysisAttempt {
  readonly analysis: Analysis;
  readonly costs: readonly CallCost[];
  readonly error?: unknown;
}

/** Attempts while the language models fail or give unusable answers. */
const maxAttempts = 4;
/** Maximum duration of one attempt. */
const attemptTimeoutMs = 120_000;
const retryDelaysMs = [5_000, 30_000, 120_000];

/** Returns the delay after a failed attempt. */
export const analysisRetryDelayMs = (attempt: number): number =>
  retryDelaysMs[Math.min(attempt, retryDelaysMs.length) - 1]!;

/** Makes one attempt at an analysis: with a language model, else from the results of the flow. Throws only if `signal` is aborted. */
export async function runAnalysis(
  context: AnalysisContext,
  subject: AnalysisSubject,
  { attempt, signal }: { readonly attempt: number; readonly signal: AbortSignal },
): Promise<AnalysisAttempt> {
  const finished = (values: Partial<Analysis>): Analysis => ({
    ...pendingAnalysis,
    ...values,
    analyzedAt: new Date(context.clock.now()).toISOString(),
  });
  if (!subject.transcript.some(({ speaker }) => speaker === 'Customer')) {
    const reason = `The customer took no part in the ${subject.noun}.`;
    return { analysis: finished({ status: 'skipped', reason }), costs: [] };
  }
  const models = modelsOf(context, subject);
  if (models.length === 0) return { analysis: finished(flowAnalysis(subject)), costs: [] };
  if (attempt > maxAttempts) {
    const reason = `The analysis was not completed in ${maxAttempts} attempts.`;
    return { analysis: finished({ status: 'failed', reason }), costs: [] };
  }
  const usage = new ModelUsageMeter();
  try {
    const measured = models.map((model) => usage.measure(model));
    const values = await ask(context, subject, measured, signal);
    return { analysis: finished({ status: 'completed', ...values }), costs: usage.costs(context.prices) };
  } catch (error) {
    signal.throwIfAborted();
    const costs = usage.costs(context.prices);
    if (!isFinal(error, attempt)) return { analysis: pendingAnalysis, costs, error };
    return { analysis: finished({ status: 'failed', reason: reasonOf(error) }), costs };
  }
}

const modelsOf = ({ analysisModel, models }: AnalysisContext, { agent }: AnalysisSubject) =>
  analysisModel === undefined ? languageModelsOf(agent, models) : [analysisModel];

async function ask(
  { clock }: AnalysisContext,
  { agent, noun, transcript, outcome, variables }: AnalysisSubject,
  models: readonly LanguageModel[],
  signal: AbortSignal,
): Promise<Partial<Analysis>> {
  const timeout = new AbortController();
  const timedOut = new LanguageModelError('The language model timed out.', { retryable: true });
  const timer = clock.after(attemptTimeoutMs, () => timeout.abort(timedOut));
  try {
    const { analysis: settings, language } = agent;
    return await analyze(
      { settings, noun, transcript, recorded: { ...outcome, variables }, language },
      models,
      AbortSignal.any([signal, timeout.signal]),
    );
  } catch (error) {
    throw timeout.signal.aborted ? timedOut : error;
  } finally {
    timer.cancel();
  }
}

/** Returns whether another attempt would fail too, or enough attempts have failed. */
const isFinal = (error: unknown, attempt: number): boolean =>
  attempt >= maxAttempts || (error instanceof LanguageModelError && !error.retryable);

/** Returns the reason for users. Other errors are internal. */
const reasonOf = (error: unknown): string =>
  error instanceof LanguageModelError || error instanceof UnusableAnswer
    ? error.message.slice(0, maxReasonCharacters)
    : 'An internal error occurred.';

/** Returns what the flow knows. Nothing is inferred: the success criteria need a language model. */
function flowAnalysis({
  agent: { analysis: settings, language },
  noun,
  transcript,
  outcome,
  variables,
  answers,
}: AnalysisSubject): Partial<Analysis> {
  const given = Object.entries(variables).filter(([name, value]) => answers.has(name) && value !== null);
  const facts = [
    ...Object.entries(outcome).map(([name, value]) => `${name}: ${inWords(String(value))}`),
    ...given.map(([name, value]) => `${inWords(name)}: ${answerText(value)}`),
  ];
  const summary = `Recorded results of the ${noun}: ${facts.join('; ')}.`.slice(0, maxSummaryCharacters);
  return {
    status: 'completed',
    summary: settings.summary ? summary : null,
    ...fieldValues(settings.fields, variables),
    sentiment: /^en(-|$)/i.test(language) ? sentimentOf(transcript) : null,
  };
}

const inWords = (name: string): string => name.replaceAll('_', ' ');

function answerText(value: VariableValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

/** Returns the sentiment by English word lists. */
function sentimentOf(transcript: readonly TranscriptLine[]): Analysis['sentiment'] {
  const meter = new SentimentMeter();
  for (const { speaker, text } of transcript) if (speaker === 'Customer') meter.update(text);
  return meter.sentiment;
}

/** Returns the variables that are answers in a version of a flow. */
export async function findAnswers(
  db: Queryable,
  {
    workspaceId,
    flowId,
    flowVersion,
  }: {
    readonly workspaceId: string;
    readonly flowId: string | null;
    readonly flowVersion: number | null;
  },
): Promise<ReadonlySet<string>> {
  if (flowId === null || flowVersion === null) return new Set();
  const flow = await findFlowVersion(db, { workspaceId, flowId, version: flowVersion });
  if (flow === undefined) return new Set();
  return new Set(variablesAtEnd([flow.definition]).flatMap(({ name, isAnswer }) => (isAnswer ? name : [])));
}

/** Returns an analysis for storage. A failed one keeps the values of the analysis that it was to repeat, if any. */
export const withEarlierValues = (analysis: Analysis, earlier: Analysis | null): Analysis =>
  analysis.status !== 'failed' || earlier === null
    ? analysis
    : { ...earlier, status: 'failed', reason: analysis.reason };
