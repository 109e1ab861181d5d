import type { Clock, Timer } from '../../core/clock.ts';
import { AsyncQueue } from '../../core/async-queue.ts';
import { Emitter } from '../../core/emitter.ts';
import { LanguageModelError, type ToolCall } from '../language-model.ts';
import type {
  RealtimeEvent,
  RealtimeModel,
  RealtimeOptions,
  RealtimePart,
  RealtimeResponse,
  RealtimeSession,
} from '../realtime-model.ts';
import type { FakeLeg } from './fake-leg.ts';
import { rethrowUncaught } from './rethrow-uncaught.ts';

/** A reply of the model. Each word takes 250 ms. */
export interface ScriptedSpeech {
  readonly text?: string;
  readonly call?: ToolCall;
  /** The reply fails instead. */
  readonly isFailed?: boolean;
  /** Time until the first part. Defaults to 400 ms. */
  readonly delayMs?: number;
}

const samplesPerWord = 2_000;
const noSamples = new Int16Array(0);

export interface FakeRealtimeOptions {
  readonly clock: Clock;
  readonly replies?: readonly ScriptedSpeech[];
  /** Defaults to 300 ms. */
  readonly transcriptDelayMs?: number;
  /** New sessions fail with this error. */
  readonly error?: LanguageModelError;
}

/** Speech-to-speech model with scripted replies and transcripts. */
export class FakeRealtimeModel implements RealtimeModel {
  readonly id = 'fake/realtime';
  readonly sessions: FakeRealtimeSession[] = [];
  readonly replies: ScriptedSpeech[];
  /** Transcripts of the next turns; `failed`: the transcription fails; `missing`: there is no result. */
  readonly transcripts: string[] = [];
  readonly options: FakeRealtimeOptions;
  error: LanguageModelError | undefined;

  constructor(options: FakeRealtimeOptions) {
    this.options = options;
    this.replies = [...(options.replies ?? [])];
    this.error = options.error;
  }

  get latest(): FakeRealtimeSession {
    return this.sessions.at(-1)!;
  }

  open(options: RealtimeOptions): FakeRealtimeSession {
    const session = new FakeRealtimeSession(this, options);
    this.sessions.push(session);
    return session;
  }

  checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string }> {
    return Promise.resolve({ ok: true, detail: 'A script.' });
  }
}

export class FakeRealtimeSession implements RealtimeSession {
  readonly options: RealtimeOptions;
  /** What was requested and what the model said, in order. */
  readonly log: string[] = [];
  /** Length of the audio of each turn. */
  readonly turnsMs: number[] = [];
  readonly #model: FakeRealtimeModel;
  readonly #clock: Clock;
  readonly #emitter = new Emitter<RealtimeEvent>(rethrowUncaught);
  readonly #timers = new Set<Timer>();
  readonly #responses = new Set<FakeResponse>();
  #bufferedMs = 0;
  #count = 0;
  isClosed = false;

  constructor(model: FakeRealtimeModel, options: RealtimeOptions) {
    this.#model = model;
    this.#clock = model.options.clock;
    this.options = options;
    const { error } = model;
    this.#after(100, () => (error === undefined ? this.#emitter.emit({ type: 'ready' }) : this.fail(error)));
  }

  on(listener: (event: RealtimeEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  pushAudio(samples: Int16Array): void {
    this.#bufferedMs += samples.length / 8;
  }

  commitTurn(): string {
    const turnId = `turn-${(this.#count += 1)}`;
    const transcript = this.#model.transcripts.shift() ?? '';
    this.turnsMs.push(this.#bufferedMs);
    this.#bufferedMs = 0;
    this.log.push(`${turnId}: ${transcript}`);
    if (transcript === 'missing') return turnId;
    const text = transcript === 'failed' ? undefined : transcript;
    const { transcriptDelayMs = 300 } = this.#model.options;
    this.#after(transcriptDelayMs, () => this.#emitter.emit({ type: 'turn-transcribed', turnId, text }));
    return turnId;
  }

  /** Simulates the transcript of a turn that is late. */
  transcribe(turnId: string, text: string): void {
    this.#emitter.emit({ type: 'turn-transcribed', turnId, text });
  }

  discardAudio(): void {
    this.#bufferedMs = 0;
  }

  deleteTurn(turnId: string): void {
    this.log.push(`delete ${turnId}`);
  }

  addMessage(role: 'user' | 'assistant' | 'system', text: string): void {
    this.log.push(`${role}: ${text}`);
  }

  addToolCall({ id, name }: ToolCall): void {
    this.log.push(`call ${id}: ${name}`);
  }

  addToolResult(callId: string, result: string): void {
    this.log.push(`result ${callId}: ${result}`);
  }

  createResponse(instructions: string): RealtimeResponse {
    for (const response of this.#responses) response.cancel();
    this.log.push(`respond: ${instructions}`);
    const response = new FakeResponse();
    this.#responses.add(response);
    const { text, call, isFailed = false, delayMs = 400 } = this.#model.replies.shift() ?? { text: 'Yes.' };
    this.#after(delayMs, () => {
      if (isFailed) return response.fail(new LanguageModelError('down', { retryable: true }));
      const speechId = `speech-${(this.#count += 1)}`;
      if (text !== undefined && !response.isEnded) this.log.push(`${speechId}: ${text}`);
      response.finish(speechId, text, call);
    });
    return response;
  }

  truncate(speechId: string, playedMs: number, heardText: string): void {
    this.log.push(`truncate ${speechId} at ${playedMs}: ${heardText}`);
  }

  /** Simulates a lost connection. */
  fail(error: LanguageModelError): void {
    if (this.isClosed) return;
    this.#end();
    for (const response of this.#responses) response.fail(error);
    this.#emitter.emit({ type: 'failed', error });
  }

  close(): void {
    this.#end();
    this.#emitter.clear();
  }

  #end(): void {
    this.isClosed = true;
    for (const timer of this.#timers) timer.cancel();
  }

  #after(delayMs: number, run: () => void): void {
    this.#timers.add(this.#clock.after(delayMs, run));
  }
}

class FakeResponse implements RealtimeResponse {
  readonly parts = new AsyncQueue<RealtimePart>(1_000);
  isEnded = false;

  finish(speechId: string, text: string | undefined, call: ToolCall | undefined): void {
    if (this.isEnded) return;
    for (const word of text?.split(/(?<= )/) ?? []) {
      this.parts.push({ type: 'speech', speechId, text: word, samples: noSamples });
      this.parts.push({ type: 'speech', speechId, text: '', samples: new Int16Array(samplesPerWord) });
    }
    if (call !== undefined) this.parts.push({ type: 'tool-called', call });
    const reason = call === undefined ? 'stop' : 'tools';
    this.parts.push({
      type: 'ended',
      reason,
      inputTokens: 20,
      outputTokens: 10,
      cachedInputTokens: 0,
    });
    this.cancel();
  }

  fail(error: LanguageModelError): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.parts.fail(error);
  }

  cancel(): void {
    this.isEnded = true;
    this.parts.end();
  }
}

/** Simulates a caller whom a speech-to-speech model hears: the leg reports voice activity, and the model the transcript. */
export function sayToModel(
  leg: FakeLeg,
  model: FakeRealtimeModel,
  transcript: string,
  durationMs?: number,
): void {
  model.transcripts.push(transcript);
  leg.speak(durationMs ?? transcript.split(/\s+/).length * 300);
}
