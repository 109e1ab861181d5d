import type { Clock } from '../core/clock.ts';
import { classifyScreeningReply, screeningReplyExpectation } from '../voice/answering-machine.ts';
import type { VoiceEvent, VoicePipeline } from '../voice/voice-pipeline.ts';
import type { CallerTurn } from '../voice/speech-input-event.ts';

/** The longest wait for a person after the introduction. */
const personTimeoutMs = 20_000;
/** The longest greeting of a person. Longer unrecognised speech counts as a sentence of the assistant. */
const maxGreetingMs = 1_800;

/** Result of a screened call: a person or a machine answered, or no person answered before the timeout. */
export type ScreeningResult = 'human' | 'machine' | 'no-answer';

/** Introduces the agent to a call-screening assistant once and waits for the person. */
export class CallScreeningResponder {
  readonly #clock: Clock;
  readonly #voice: VoicePipeline;
  readonly #onDone: (result: ScreeningResult) => void;
  /** End of the wait for a person, on the monotonic clock; undefined until the introduction was spoken. */
  #deadlineMs: number | undefined;

  /** Speaks the introduction at once. */
  constructor(
    clock: Clock,
    voice: VoicePipeline,
    introduction: string,
    onDone: (result: ScreeningResult) => void,
  ) {
    this.#clock = clock;
    this.#voice = voice;
    this.#onDone = onDone;
    voice.say(introduction, false);
  }

  /** Processes a voice event. Must not be called after `onDone`. */
  handleVoiceEvent(event: VoiceEvent): void {
    if (event.type === 'agent-idle') this.#listen();
    else if (event.type === 'no-input') this.#onDone('no-answer');
    else if (event.type === 'question-answered') this.#onReply(event.turn);
  }

  #onReply({ text, rejected, startMs, endMs }: CallerTurn): void {
    const isLong = endMs - startMs > maxGreetingMs;
    const result = rejected ? (isLong ? 'screening' : 'human') : classifyScreeningReply(text);
    if (result === 'screening') this.#listen();
    else this.#onDone(result);
  }

  #listen(): void {
    const nowMs = this.#clock.monotonicMs();
    this.#deadlineMs ??= nowMs + personTimeoutMs;
    const timeoutMs = Math.max(0, this.#deadlineMs - nowMs);
    this.#voice.askQuestion({
      expectation: screeningReplyExpectation,
      answerKind: 'short',
      timeoutMs,
      digits: null,
      speech: true,
      sensitive: false,
    });
  }
}
