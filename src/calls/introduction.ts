import type { Clock } from '../core/clock.ts';
import { screenedAnswerer, screenedExpectation } from '../voice/answering-machine.ts';
import type { CallVoice, VoiceEvent } from '../voice/call-voice.ts';
import type { CallerTurn } from '../voice/ear.ts';

/** How long a person may take to come to the phone, from the end of our words on. */
const personTimeoutMs = 20_000;
/** What is longer and was not understood is an assistant's sentence; whoever comes to the phone is brief. */
const briefMs = 1_800;

/** Who came to the phone in the end. */
export type Introduced = 'human' | 'machine' | 'nobody';

/** Says once who calls and why to an assistant that screens calls, and waits for the person. */
export class Introduction {
  readonly #clock: Clock;
  readonly #voice: CallVoice;
  readonly #onDone: (who: Introduced) => void;
  /** On the monotonic clock; undefined until all is said. */
  #deadlineMs: number | undefined;

  /** Begins to speak at once. */
  constructor(clock: Clock, voice: CallVoice, words: string, onDone: (who: Introduced) => void) {
    this.#clock = clock;
    this.#voice = voice;
    this.#onDone = onDone;
    voice.say(words, false);
  }

  /** The voice's events come through here. `onDone` is called once; then nothing is to be told any more. */
  hear(event: VoiceEvent): void {
    if (event.type === 'voice-idle') this.#listen();
    else if (event.type === 'stayed-silent') this.#onDone('nobody');
    else if (event.type === 'answered') this.#answered(event.turn);
  }

  #answered({ text, rejected, startMs, endMs }: CallerTurn): void {
    const isLong = endMs - startMs > briefMs;
    const answerer = rejected ? (isLong ? 'screening' : 'human') : screenedAnswerer(text);
    if (answerer === 'screening') this.#listen();
    else this.#onDone(answerer);
  }

  #listen(): void {
    const nowMs = this.#clock.monotonicMs();
    this.#deadlineMs ??= nowMs + personTimeoutMs;
    const timeoutMs = Math.max(0, this.#deadlineMs - nowMs);
    this.#voice.ask({
      expectation: screenedExpectation,
      answerKind: 'short',
      timeoutMs,
      keys: null,
      speech: true,
      sensitive: false,
    });
  }
}
