import { noTools } from '../models/tools/agent-tools.ts';
import type { History } from '../models/history.ts';
import type { ProviderFallbacks } from './agent-providers.ts';
import type { CallVoiceOptions } from './call-voice-options.ts';
import { ReplyController } from './reply-controller.ts';
import { ResponseTimer } from './response-latency.ts';
import type { FillerVoice } from './silence-filler.ts';
import type { ReplyOutcome } from './speak-reply.ts';
import type { CallerTurn } from './speech-input-event.ts';
import { SpeechOutput } from './speech-output.ts';
import type { AgentVoice } from './synthesis.ts';
import type { OpenUtterance, SpeechOutputEvent, UtteranceKind } from './utterance.ts';
import type { VoiceEvent } from './voice-pipeline.ts';

export interface AgentSpeechOptions extends CallVoiceOptions {
  readonly history: History;
  readonly fallbacks: ProviderFallbacks;
  readonly fillerVoice: FillerVoice;
  readonly emit: (event: VoiceEvent) => void;
  /** Called before a text is spoken. */
  readonly onText: () => void;
  /** Called after each change of what the agent does. */
  readonly onChange: () => void;
  /** Called after the end of a reply was emitted. */
  readonly onReplyEnded: () => void;
}

const voiceName = ({ engine, voiceId }: AgentVoice): string => `${engine.provider}/${voiceId}`;

/** What the agent says: texts, and replies of the language model, with their latency and the words that the caller heard. */
export class AgentSpeech {
  readonly output: SpeechOutput;
  readonly #options: AgentSpeechOptions;
  readonly #replies: ReplyController;
  readonly #responseTimer = new ResponseTimer();
  /** The last text that was said as a whole, which can be the prompt of a question. */
  #lastSaid: { readonly id: number; readonly text: string } | undefined;

  constructor(options: AgentSpeechOptions) {
    this.#options = options;
    this.output = new SpeechOutput({
      ...options,
      onVoiceUsed: (voice, error) => this.#onVoiceUsed(voice, error),
    });
    this.#replies = new ReplyController({
      ...options,
      tools: options.tools ?? noTools,
      onToolResult: (call, result) => options.history.addToolExchanges([{ call, result }]),
      speechOutput: {
        say: (text, kind) => this.say(text, kind),
        openUtterance: (kind) => this.#openUtterance(kind),
      },
      nowMs: () => options.audio.nowMs,
      onEnded: (outcome) => this.#onReplyEnded(outcome),
    });
  }

  /** Whether a reply is being generated, or its tools run. */
  get isReplying(): boolean {
    return this.#replies.isReplying;
  }

  /** The last utterance, which can be the prompt of a question; without its text if it was a reply. */
  get lastUtterance(): { readonly id: number; readonly text: string | undefined } | undefined {
    const id = this.output.lastUtteranceId;
    return id === undefined
      ? undefined
      : { id, text: id === this.#lastSaid?.id ? this.#lastSaid.text : undefined };
  }

  say(text: string, kind: UtteranceKind): number {
    const { audio, onText, onChange } = this.#options;
    this.#responseTimer.firstWordsKnown(audio.nowMs);
    onText();
    const id = this.output.say(text, kind);
    this.#lastSaid = { id, text };
    onChange();
    return id;
  }

  sayFiller(): void {
    this.say(this.#replies.nextFiller(), 'interruptible');
  }

  generateReply(system: string): void {
    const { audio, history, onChange } = this.#options;
    this.#replies.start(history.messages(system), this.#responseTimer.waitedMs(audio.nowMs));
    onChange();
  }

  /** Generates the reply to a turn that has probably ended, and holds it. */
  prepareReply(system: string, text: string): void {
    this.#replies.hold(this.#options.history.messagesAfter(system, text));
  }

  discardPreparedReply(): void {
    this.#replies.discardHeld();
  }

  /** Stops the reply that is being generated, but not the prepared one. */
  discardReply(): void {
    this.#replies.discard();
  }

  discardReplies(): void {
    this.#replies.discardAll();
  }

  /** Stops interruptible speech and all replies. */
  interrupt(): void {
    this.discardReplies();
    this.output.interrupt();
    this.#options.onChange();
  }

  /** Starts the latency of the response to an answer. */
  callerAnswered(turn: CallerTurn): void {
    this.#responseTimer.callerAnswered(turn);
  }

  /** Measures no latency: the next words are not a response. */
  expectSilence(): void {
    this.#responseTimer.cancel();
  }

  /** Emits the latency of the response that the utterance starts. */
  recordStart(event: Extract<SpeechOutputEvent, { type: 'utterance-started' }>): void {
    const { audio, emit } = this.#options;
    const { firstAudioAtMs: firstAudioMs, atMs: firstPacketMs } = event;
    const bufferedMs = audio.stats().receiveDelayMs;
    const latency = this.#responseTimer.responseStarted({ bufferedMs, firstAudioMs, firstPacketMs });
    if (latency !== undefined) emit({ type: 'response-timed', atMs: firstPacketMs, latency });
  }

  /** Records the words that the caller heard, and emits the failure of the synthesis. */
  recordEnd(event: Extract<SpeechOutputEvent, { type: 'utterance-ended' }>): void {
    const { history, emit } = this.#options;
    const { id, heardText, interrupted, atMs: endMs, error, hasApology = false } = event;
    const startMs = event.startedAtMs ?? endMs;
    history.addHeard(heardText, interrupted);
    emit({ type: 'agent-spoke', id, heardText, startMs, endMs, interrupted });
    if (error !== undefined) emit({ type: 'synthesis-failed', error, hasApology });
  }

  #openUtterance(kind: UtteranceKind): OpenUtterance {
    const { audio, onChange } = this.#options;
    this.#responseTimer.firstWordsKnown(audio.nowMs);
    const utterance = this.output.openUtterance(kind);
    onChange();
    return utterance;
  }

  #onReplyEnded(outcome: ReplyOutcome): void {
    const { emit, onChange, onReplyEnded } = this.#options;
    onChange();
    this.#recordModelUse(outcome);
    emit({ type: 'reply-ended', outcome });
    onReplyEnded();
  }

  #onVoiceUsed(voice: AgentVoice, error: unknown): void {
    const { voices, fallbacks } = this.#options;
    const [preferred = voice] = voices;
    fallbacks.recordUse('voice', voiceName(preferred), voiceName(voice), error);
  }

  /** Records the model of a reply of which the caller can have heard words. */
  #recordModelUse({ outcome, modelId, firstWordsAtMs, fallback }: ReplyOutcome): void {
    const isUsed = outcome === 'spoken' || (outcome === 'aborted' && firstWordsAtMs !== undefined);
    if (modelId === undefined || !isUsed) return;
    this.#options.fallbacks.recordUse('model', fallback?.preferred ?? modelId, modelId, fallback?.error);
  }
}
