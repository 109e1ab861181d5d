import type { Clock } from '../core/clock.ts';
import { LanguageModelError, type LanguageMessage, type LanguageModel } from '../contracts/language-model.ts';
import { ClauseSplitter } from './clauses.ts';
import type { OpenUtterance } from './speech-output.ts';
import type { UtteranceKind } from './utterance.ts';

/** Silence before a filler is spoken, so that the caller does not assume that the line is dead. */
export const fillerAfterMs = 1_500;

export interface ModelSettings {
  /** 0 to 2. */
  readonly temperature: number;
  readonly maxTokens: number;
  /** The longest wait for the first part of a model's reply, and between two parts. */
  readonly timeoutMs: number;
}

/** Texts for a slow model and for the failure of all models. */
export interface ReplyPhrases {
  readonly filler: string;
  readonly apology: string;
}

export const englishPhrases: ReplyPhrases = {
  filler: 'One moment, please.',
  apology: "I'm sorry, I'm having some trouble right now. Could you say that again?",
};

export interface ReplyOptions {
  readonly clock: Clock;
  /** Tried in order; the next one is used only if the previous one failed before its first word. */
  readonly models: readonly LanguageModel[];
  readonly settings: ModelSettings;
  readonly phrases: ReplyPhrases;
  readonly speechOutput: {
    say(text: string, kind: UtteranceKind): number;
    openUtterance(kind: UtteranceKind): OpenUtterance;
  };
  /** The leg's media clock. */
  readonly nowMs: () => number;
}

/**
 * `spoken`: the reply, or its part before a failure of the model, was passed to speech output. `apologised`: every model failed. `aborted`: the caller
 * spoke, or the call ended.
 */
export interface ReplyOutcome {
  readonly outcome: 'spoken' | 'apologised' | 'aborted';
  readonly modelId: string | undefined;
  /** When the first words arrived, on the leg's media clock. */
  readonly firstWordsAtMs: number | undefined;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Time from the request to the end or the abort of the reply. */
  readonly elapsedMs: number;
  /** The failure of the last model. For an aborted reply, the failure of the model before it. */
  readonly error?: unknown;
}

type ModelOutcome = Omit<ReplyOutcome, 'elapsedMs'>;

/** A reply of one model in progress. */
interface ReplyAttempt {
  utterance: OpenUtterance | undefined;
  firstWordsAtMs: number | undefined;
  inputTokens: number;
  outputTokens: number;
}

/**
 * Streams a reply of a language model to speech output, clause by clause. Speaks a filler if the model is slow, falls back to the next model if
 * one fails, and apologises if all fail. Resolves when the reply has been passed to speech output or was aborted.
 */
export async function generateReply(
  messages: readonly LanguageMessage[],
  options: ReplyOptions,
  signal: AbortSignal,
): Promise<ReplyOutcome> {
  const startedMs = options.clock.monotonicMs();
  const filler = options.clock.after(fillerAfterMs, () =>
    options.speechOutput.say(options.phrases.filler, 'interruptible'),
  );
  const cancelFiller = () => filler.cancel();
  signal.addEventListener('abort', cancelFiller, { once: true });
  try {
    const outcome = await tryModels(messages, options, signal, cancelFiller);
    return { ...outcome, elapsedMs: options.clock.monotonicMs() - startedMs };
  } finally {
    cancelFiller();
    signal.removeEventListener('abort', cancelFiller);
  }
}

async function tryModels(
  messages: readonly LanguageMessage[],
  options: ReplyOptions,
  signal: AbortSignal,
  cancelFiller: () => void,
): Promise<ModelOutcome> {
  let failure: unknown;
  for (const model of options.models) {
    const { outcome, error } = await tryModel(model, messages, options, signal, cancelFiller);
    if (outcome !== undefined && outcome.outcome !== 'aborted') return outcome;
    if (outcome !== undefined) return { ...outcome, ...(failure !== undefined && { error: failure }) };
    failure = error;
  }
  cancelFiller();
  options.speechOutput.say(options.phrases.apology, 'interruptible');
  failure ??= new LanguageModelError('The agent has no language model.', { retryable: false });
  return { ...outcomeOf('apologised', undefined, undefined), error: failure };
}

/** Requests a reply of one model. Without `outcome`, the model failed before its first word and the next model must be tried. */
async function tryModel(
  model: LanguageModel,
  messages: readonly LanguageMessage[],
  options: ReplyOptions,
  signal: AbortSignal,
  cancelFiller: () => void,
): Promise<{ readonly outcome?: ModelOutcome; readonly error?: unknown }> {
  const attempt: ReplyAttempt = {
    utterance: undefined,
    firstWordsAtMs: undefined,
    inputTokens: 0,
    outputTokens: 0,
  };
  let error: unknown;
  try {
    await speakReply(model, messages, options, signal, attempt, cancelFiller);
  } catch (failure) {
    error = failure;
  } finally {
    attempt.utterance?.finish();
  }
  if (signal.aborted) return { outcome: outcomeOf('aborted', model, attempt) };
  // Spoken words cannot be retracted; the caller hears the reply up to the failure.
  if (attempt.utterance !== undefined)
    return { outcome: { ...outcomeOf('spoken', model, attempt), ...(error !== undefined && { error }) } };
  return {
    error: error ?? new LanguageModelError('The language model returned no text.', { retryable: true }),
  };
}

async function speakReply(
  model: LanguageModel,
  messages: readonly LanguageMessage[],
  { settings, speechOutput, nowMs }: ReplyOptions,
  signal: AbortSignal,
  attempt: ReplyAttempt,
  cancelFiller: () => void,
): Promise<void> {
  const splitter = new ClauseSplitter();
  const speak = (clauses: readonly string[]) => {
    for (const clause of clauses) {
      if (signal.aborted) return;
      cancelFiller();
      attempt.utterance ??= speechOutput.openUtterance('interruptible');
      attempt.utterance.write(clause);
    }
  };
  for await (const part of model.respond({ messages, ...settings, signal })) {
    if (part.type === 'text-delta') {
      attempt.firstWordsAtMs ??= nowMs();
      speak(splitter.push(part.text));
    } else if (part.type === 'finished') {
      attempt.inputTokens = part.inputTokens;
      attempt.outputTokens = part.outputTokens;
    }
  }
  speak(splitter.flush());
}

function outcomeOf(
  outcome: ReplyOutcome['outcome'],
  model: LanguageModel | undefined,
  attempt: ReplyAttempt | undefined,
): ModelOutcome {
  return {
    outcome,
    modelId: model?.id,
    firstWordsAtMs: attempt?.firstWordsAtMs,
    inputTokens: attempt?.inputTokens ?? 0,
    outputTokens: attempt?.outputTokens ?? 0,
  };
}
