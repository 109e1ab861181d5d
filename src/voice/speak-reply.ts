import type { Clock } from '../core/clock.ts';
import { LanguageModelError, type SpeechDelta, type ToolCall } from '../contracts/language-model.ts';
import { ClauseSplitter } from './clauses.ts';
import type { Reply } from './generate-reply.ts';
import type { FillerPhrases } from './response-watch.ts';
import type { OpenUtterance, UtteranceKind } from './utterance.ts';

/** Texts for a slow response and for the failure of all models. */
export interface ReplyPhrases extends FillerPhrases {
  /** Spoken once in a long wait: an apology with an offer. */
  readonly offer: string;
  readonly apology: string;
}

export interface SpeakOptions {
  readonly clock: Clock;
  readonly phrases: Pick<ReplyPhrases, 'apology'>;
  /** Whether requested tools will be executed, so that a reply without text needs no apology. Defaults to false. */
  readonly runsTools?: boolean;
  /**
   * Returns whether a request of the tool replaces the text of the reply. If set, the text is spoken after the reply is complete; if omitted, while
   * it streams in.
   */
  readonly replacesReply?: ((name: string) => boolean) | undefined;
  readonly speechOutput: {
    say(text: string, kind: UtteranceKind): number;
    openUtterance(kind: UtteranceKind): OpenUtterance;
  };
}

/**
 * The outcome of one reply:
 * - `spoken`: the reply, or its part before a failure of the model, was passed to speech output. Also if the reply has only tool requests, or if a
 *   tool replaces it.
 * - `apologised`: every model failed, or no model could continue a reply that broke off.
 * - `aborted`: the reply was discarded, because the caller spoke or the call ended.
 */
export interface ReplyOutcome {
  readonly outcome: 'spoken' | 'apologised' | 'aborted';
  readonly modelId: string | undefined;
  /** Set if a fallback model generated the reply. `error`: the failure of the model before it; undefined if that model was only slow. */
  readonly fallback?: { readonly preferred: string; readonly error: unknown };
  /** When the first words arrived, on the leg's media clock. */
  readonly firstWordsAtMs: number | undefined;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Time from the request to the end or the abort of the reply. */
  readonly elapsedMs: number;
  /** The tool that replaces the reply and has not run yet. */
  readonly replacement?: ToolCall;
  /** The failure of the last model. For an aborted reply of a fallback model, the failure of the model before it. */
  readonly error?: unknown;
}

/**
 * Passes a reply to speech output, clause by clause. Apologises if it has no text or is incomplete. Resolves when the reply has been passed to speech output or was
 * discarded.
 */
export async function speakReply(reply: Reply, options: SpeakOptions): Promise<ReplyOutcome> {
  const { clock, phrases, speechOutput } = options;
  const isSpoken = await speakParts(reply, options);
  if (reply.signal.aborted) return outcomeOf(reply, 'aborted', clock);
  const replacement = replacementIn(reply, options.replacesReply);
  if (replacement !== undefined) return { ...outcomeOf(reply, 'spoken', clock), replacement };
  const hasRequests = options.runsTools === true && reply.state.toolRequests.length > 0;
  if ((isSpoken && reply.state.isIncomplete !== true) || hasRequests)
    return outcomeOf(reply, 'spoken', clock);
  speechOutput.say(phrases.apology, 'reply');
  return outcomeOf(reply, 'apologised', clock);
}

/** Returns the first requested tool that replaces the reply. */
const replacementIn = (
  { state }: Reply,
  replacesReply: SpeakOptions['replacesReply'] = () => false,
): ToolCall | undefined => state.toolRequests.find(({ name }) => replacesReply(name));

/** Returns whether at least one clause was passed to speech output. */
async function speakParts(reply: Reply, { speechOutput, replacesReply }: SpeakOptions): Promise<boolean> {
  let splitter = new ClauseSplitter();
  const held: string[] = [];
  let utterance: OpenUtterance | undefined;
  const speak = (clauses: readonly string[]) => {
    for (const clause of clauses) {
      if (reply.signal.aborted) return;
      utterance ??= speechOutput.openUtterance('reply');
      utterance.write(clause);
    }
  };
  const play = (part: SpeechDelta) => {
    if (reply.signal.aborted) return;
    utterance ??= speechOutput.openUtterance('reply');
    utterance.play(part);
  };
  try {
    for await (const part of reply.parts) {
      if (part.type === 'text-delta' && replacesReply !== undefined) held.push(...splitter.push(part.text));
      else if (part.type === 'text-delta') speak(splitter.push(part.text));
      else if (part.type === 'speech-delta') play(part);
      else if (part.type === 'text-cut') splitter = new ClauseSplitter();
    }
    if (replacementIn(reply, replacesReply) !== undefined) return utterance !== undefined;
    speak(held);
    if (reply.state.error === undefined) speak(splitter.flush());
  } finally {
    utterance?.finish();
  }
  return utterance !== undefined;
}

function outcomeOf(reply: Reply, outcome: ReplyOutcome['outcome'], clock: Clock): ReplyOutcome {
  const { modelId, firstWordsAtMs, inputTokens, outputTokens } = reply.state;
  const error = errorOf(reply, outcome);
  return {
    outcome,
    modelId,
    firstWordsAtMs,
    inputTokens,
    outputTokens,
    elapsedMs: clock.monotonicMs() - reply.requestedMs,
    ...(error !== undefined && { error }),
    ...fallbackOf(reply),
  };
}

function fallbackOf({ state }: Reply): Pick<ReplyOutcome, 'fallback'> {
  const { modelId, preferredModelId: preferred, previousError: error } = state;
  if (modelId === undefined || preferred === undefined || modelId === preferred) return {};
  return { fallback: { preferred, error } };
}

function errorOf({ state }: Reply, outcome: ReplyOutcome['outcome']): unknown {
  if (outcome === 'aborted') return state.previousError;
  if (outcome === 'spoken') return state.error;
  return state.error ?? new LanguageModelError('The language model returned no text.', { retryable: true });
}
