import { noTools } from '../models/tools/agent-tools.ts';
import type { History } from '../models/history.ts';
import type { ProviderFallbacks } from './agent-providers.ts';
import type { CallVoiceOptions } from './call-voice-options.ts';
import { ReplyController } from './reply-controller.ts';
import { ResponseTimer } from './response-latency.ts';
import { FillerSequence, ResponseWatch, type Activity } from './response-watch.ts';
import { SplitUtterance } from './split-utterance.ts';
import type { ReplyOutcome } from './speak-reply.ts';
import type { CallerTurn } from './speech-input-event.ts';
import type { SpeakingSides } from './tool-rounds.ts';
import { SpeechOutput } from './speech-output.ts';
import type { AgentVoice } from './synthesis.ts';
import type { OpenUtterance, SpeechOutputEvent, UtteranceKind } from './utterance.ts';
import type { VoiceEvent } from './voice-pipeline.ts';

export interface AgentSpeechOptions extends CallVoiceOptions {
  readonly history: History;
  readonly fallbacks: ProviderFallbacks;
  readonly sides: SpeakingSides;
  /** Whether the caller is not waiting: the caller speaks, or holds the call. */
  readonly isCallerActive: () => boolean;
  /** Whether the caller can respond to an offer. */
  readonly canOffer: () => boolean;
  readonly emit: (event: VoiceEvent) => void;
  /** Called before a text is spoken. */
  readonly onText: () => void;
  /** Called before a reply is spoken. */
  readonly onReply: () => void;
  /** Called when an utterance is the next one that plays, before its first sound. */
  readonly onUtteranceNext: () => void;
  /** Called after each change of what the agent does. */
  readonly onChange: () => void;
  /** Called when the agent owes no response any more. */
  readonly onPaid: () => void;
}

const voiceName = ({ engine, voiceId }: AgentVoice): string => `${engine.provider}/${voiceId}`;

/** What the agent says: texts, and replies of the language model, with their latency and the words that the caller heard. */
export class AgentSpeech {
  readonly output: SpeechOutput;
  readonly #options: AgentSpeechOptions;
  readonly #replies: ReplyController;
  readonly #responseTimer = new ResponseTimer();
  readonly #watch: ResponseWatch;
  readonly #fillers: FillerSequence;
  /** The reply that is being written. */
  #openReply: SplitUtterance | undefined;
  /** The last text that was said as a whole, which can be the prompt of a question. */
  #lastSaid: { readonly id: number; readonly text: string } | undefined;

  constructor(options: AgentSpeechOptions) {
    this.#options = options;
    this.output = new SpeechOutput({
      ...options,
      onVoiceUsed: (voice, error) => this.#onVoiceUsed(voice, error),
    });
    this.#fillers = new FillerSequence(options.phrases);
    this.#watch = new ResponseWatch({
      ...options,
      activity: () => this.#activity,
      waitedMs: () => this.#responseTimer.waitedMs(options.audio.nowMs),
      sayFiller: () => this.sayFiller(),
      sayOffer: () => this.#bridge(options.phrases.offer),
      onChange: () => this.#onWatchChanged(),
    });
    this.#replies = new ReplyController({
      ...options,
      tools: options.tools ?? noTools,
      oweResponse: () => this.#watch.owe(),
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

  /** Whether the agent owes a response. */
  get owesResponse(): boolean {
    return this.#watch.isOwed;
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
    if (kind !== 'filler') this.#fillers.interrupted();
    if (kind === 'reply') this.#watch.restart();
    this.#responseTimer.firstWordsKnown(audio.nowMs);
    onText();
    const id = this.output.say(text, kind);
    this.#lastSaid = { id, text };
    onChange();
    return id;
  }

  /** Says that the response takes a moment, in other words than the last time. */
  sayFiller(): void {
    this.#bridge(this.#fillers.next());
  }

  /** The agent owes a response until the returned function is called. */
  oweResponse(): () => void {
    return this.#watch.owe();
  }

  generateReply(system: string): void {
    const { history, onChange } = this.#options;
    this.#replies.start(history.messages(system));
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

  /** Stops all replies; nothing more is spoken. */
  close(): void {
    this.#watch.close();
    this.#replies.discardAll();
    this.output.close();
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
    this.#watch.restart();
  }

  /** Measures no latency: the next words are not a response. */
  expectSilence(): void {
    this.#responseTimer.cancel();
  }

  /** Emits the latency of the response that the utterance starts. */
  recordStart(event: Extract<SpeechOutputEvent, { type: 'utterance-started' }>): void {
    const { audio, emit } = this.#options;
    if (this.output.currentKind === 'reply') this.#replies.replyHeard();
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
    const { audio, onReply, onChange } = this.#options;
    this.#responseTimer.firstWordsKnown(audio.nowMs);
    const utterance = new SplitUtterance(() => {
      this.#fillers.interrupted();
      this.#watch.restart();
      onReply();
      const part = this.output.openUtterance(kind);
      onChange();
      return part;
    });
    this.#openReply = utterance;
    return utterance;
  }

  /** Says a text that bridges a wait. Words of a reply that arrive later follow it. */
  #bridge(text: string): void {
    this.#openReply?.split();
    this.say(text, 'filler');
  }

  get #activity(): Activity {
    if (this.#options.isCallerActive()) return 'caller';
    if (!this.output.isSpeaking || this.output.awaitsText) return 'none';
    return this.output.currentKind === 'filler' ? 'filler' : 'words';
  }

  #onWatchChanged(): void {
    const { onChange, onPaid } = this.#options;
    onChange();
    if (!this.#watch.isOwed) onPaid();
  }

  #onReplyEnded(outcome: ReplyOutcome): void {
    const { emit, onChange, onPaid } = this.#options;
    onChange();
    this.#recordModelUse(outcome);
    emit({ type: 'reply-ended', outcome });
    onPaid();
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
