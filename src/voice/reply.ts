import type { Clock } from '../core/clock.ts';
import { LanguageModelError, type LanguageMessage, type LanguageModel } from '../contracts/language-model.ts';
import { ClauseSplitter } from './clauses.ts';
import type { OpenUtterance } from './speaker.ts';
import type { UtteranceKind } from './utterance.ts';

/** Silence after which a caller begins to wonder whether anybody is there. */
export const fillerAfterMs = 1_500;

export interface ModelSettings {
  /** 0 to 2. */
  readonly temperature: number;
  readonly maxTokens: number;
  /** The longest wait for a model's first words, and between two parts. */
  readonly timeoutMs: number;
}

/** What is said when a model is slow, and when all of them failed. */
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
  /** Asked in order; a later one only where those before it failed before their first word. */
  readonly models: readonly LanguageModel[];
  readonly settings: ModelSettings;
  readonly phrases: ReplyPhrases;
  readonly mouth: {
    say(text: string, kind: UtteranceKind): number;
    open(kind: UtteranceKind): OpenUtterance;
  };
  /** The leg's media clock. */
  readonly nowMs: () => number;
}

/** `spoken`: the reply is on its way to the caller. `apologised`: no model answered. `aborted`: nobody wants it any more. */
export interface ReplyOutcome {
  readonly outcome: 'spoken' | 'apologised' | 'aborted';
  readonly modelId: string | undefined;
  /** Of the first words, on the leg's media clock. */
  readonly firstWordsAtMs: number | undefined;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Time from the request to the end of the reply, or to its abortion. */
  readonly waitedMs: number;
  /** Why the last model failed; of an aborted reply, the failure of an earlier model. */
  readonly error?: unknown;
}

type OutcomeOfModels = Omit<ReplyOutcome, 'waitedMs'>;

/** A reply of one model while it arrives. */
interface Attempt {
  utterance: OpenUtterance | undefined;
  firstWordsAtMs: number | undefined;
  inputTokens: number;
  outputTokens: number;
}

/**
 * Lets a model answer, streamed and spoken clause by clause. A slow model is covered by a filler, a failed one by the next, and
 * when all fail by an apology: there is never silence. Resolves when every word has been given to the speaker.
 */
export async function reply(
  messages: readonly LanguageMessage[],
  options: ReplyOptions,
  signal: AbortSignal,
): Promise<ReplyOutcome> {
  const startedMs = options.clock.monotonicMs();
  const filler = options.clock.after(fillerAfterMs, () =>
    options.mouth.say(options.phrases.filler, 'cancellable'),
  );
  const abandon = () => filler.cancel();
  signal.addEventListener('abort', abandon, { once: true });
  try {
    const outcome = await askInOrder(messages, options, signal, abandon);
    return { ...outcome, waitedMs: options.clock.monotonicMs() - startedMs };
  } finally {
    abandon();
    signal.removeEventListener('abort', abandon);
  }
}

async function askInOrder(
  messages: readonly LanguageMessage[],
  options: ReplyOptions,
  signal: AbortSignal,
  onWords: () => void,
): Promise<OutcomeOfModels> {
  let failure: unknown;
  for (const model of options.models) {
    const { outcome, error } = await askOne(model, messages, options, signal, onWords);
    if (outcome !== undefined && outcome.outcome !== 'aborted') return outcome;
    if (outcome !== undefined) return { ...outcome, ...(failure !== undefined && { error: failure }) };
    failure = error;
  }
  onWords();
  options.mouth.say(options.phrases.apology, 'cancellable');
  failure ??= new LanguageModelError('The agent has no language model.', { retryable: false });
  return { ...outcomeOf('apologised', undefined, undefined), error: failure };
}

/** Asks one model. Without an outcome it failed before its first word, and the next one is to be asked. */
async function askOne(
  model: LanguageModel,
  messages: readonly LanguageMessage[],
  options: ReplyOptions,
  signal: AbortSignal,
  onWords: () => void,
): Promise<{ readonly outcome?: OutcomeOfModels; readonly error?: unknown }> {
  const attempt: Attempt = {
    utterance: undefined,
    firstWordsAtMs: undefined,
    inputTokens: 0,
    outputTokens: 0,
  };
  let error: unknown;
  try {
    await speakReply(model, messages, options, signal, attempt, onWords);
  } catch (failure) {
    error = failure;
  } finally {
    attempt.utterance?.finish();
  }
  if (signal.aborted) return { outcome: outcomeOf('aborted', model, attempt) };
  // What has been said cannot be taken back; the caller hears the reply up to where it broke.
  if (attempt.utterance !== undefined)
    return { outcome: { ...outcomeOf('spoken', model, attempt), ...(error !== undefined && { error }) } };
  return { error: error ?? new LanguageModelError('The model said nothing.', { retryable: true }) };
}

async function speakReply(
  model: LanguageModel,
  messages: readonly LanguageMessage[],
  { settings, mouth, nowMs }: ReplyOptions,
  signal: AbortSignal,
  attempt: Attempt,
  onWords: () => void,
): Promise<void> {
  const splitter = new ClauseSplitter();
  const speak = (clauses: readonly string[]) => {
    for (const clause of clauses) {
      if (signal.aborted) return;
      onWords();
      attempt.utterance ??= mouth.open('cancellable');
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
  attempt: Attempt | undefined,
): OutcomeOfModels {
  return {
    outcome,
    modelId: model?.id,
    firstWordsAtMs: attempt?.firstWordsAtMs,
    inputTokens: attempt?.inputTokens ?? 0,
    outputTokens: attempt?.outputTokens ?? 0,
  };
}
