import type { LanguageModel } from '../../src/contracts/language-model.ts';
import { FakeLeg } from '../../src/contracts/testing/fake-leg.ts';
import { FakeSpeechToText } from '../../src/contracts/testing/fake-speech-to-text.ts';
import { FakeTextToSpeech } from '../../src/contracts/testing/fake-text-to-speech.ts';
import { ManualClock } from '../../src/core/manual-clock.ts';
import type { Random } from '../../src/core/random.ts';
import { CallVoice } from '../../src/voice/call-voice.ts';
import { commonOptions, startVoice, voiceOf } from '../../src/voice/testing/test-voice.ts';
import type { Question } from '../../src/voice/voice-pipeline.ts';

export const openQuestion: Question = {
  expectation: { id: 'open', phrases: [], forms: [] },
  answerKind: 'open',
  timeoutMs: 60_000,
  digits: null,
  speech: true,
  sensitive: false,
};

/** Returns a number from `min` to `max`, uniformly distributed. */
export const between = (random: Random, min: number, max: number): number =>
  min + random.fraction() * (max - min);

/** Returns a normally distributed number, limited to `min` and `max`. */
export function normal(random: Random, mean: number, deviation: number, min: number, max: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.fraction()));
  const value = mean + deviation * radius * Math.cos(2 * Math.PI * random.fraction());
  return Math.min(max, Math.max(min, value));
}

export interface VirtualCallOptions {
  readonly random: Random;
  /** BCP 47. */
  readonly language?: string;
  /** Whether the recogniser returns partial transcripts. Defaults to true. */
  readonly partials?: boolean;
  /** Time from the request to the first words of a reply of the model. */
  readonly modelMs?: () => number;
  /** Time from the text to the first audio of the voice. */
  readonly voiceMs?: number;
  /** Returns the text of the next reply. */
  readonly reply?: () => string;
}

/**
 * A call on a virtual clock. The voice activity detector reports the caller's speech as the one of `src/media` does: its start 60 to 120 ms late, its
 * end 100 to 220 ms late. The recogniser returns texts 150 to 400 ms after the words were spoken.
 */
export class VirtualCall {
  readonly clock = new ManualClock();
  readonly leg = new FakeLeg({ clock: this.clock });
  readonly voice: CallVoice;
  readonly events: ReturnType<typeof startVoice>['events'];
  /** The words of the caller in each request to the model. */
  readonly asked: string[] = [];
  /** What the caller said, on the media clock. */
  readonly spoken: { readonly fromMs: number; readonly toMs: number }[] = [];
  readonly #random: Random;
  readonly #recogniser: FakeSpeechToText;
  readonly #close: () => void;
  /** The words since the last final transcript. */
  #text = '';
  /** Words that are recognised after a final transcript was requested; undefined if none is requested. */
  #laterWords: string[] | undefined;

  constructor({ random, language, partials = true, modelMs, voiceMs = 0, reply }: VirtualCallOptions) {
    const { clock, leg } = this;
    this.#random = random;
    this.#recogniser = new FakeSpeechToText({ capabilities: { openVocabulary: true, partials } });
    const model: LanguageModel = {
      id: 'bench/model',
      respond: async function* (
        this: VirtualCall,
        { messages, signal }: Parameters<LanguageModel['respond']>[0],
      ) {
        const ofCaller = messages.filter(({ role }) => role === 'user');
        this.asked.push(ofCaller.map(({ content }) => content).join(' '));
        await clock.sleep(modelMs?.() ?? 500, signal).catch(() => undefined);
        if (signal?.aborted === true) return;
        yield { type: 'text-delta', text: reply?.() ?? 'Certainly, I can do that for you.' } as const;
        yield { type: 'finished', reason: 'stop', inputTokens: 1, outputTokens: 1 } as const;
      }.bind(this),
      checkHealth: () => Promise.resolve({ ok: true, detail: '' }),
    };
    const common = commonOptions(clock, leg);
    const engine = new FakeTextToSpeech({ clock, firstChunkDelayMs: voiceMs });
    this.voice = new CallVoice({
      ...common,
      language: language ?? common.language,
      voices: [voiceOf(engine)],
      recogniser: this.#recogniser,
      models: [model],
    });
    this.voice.on((event) => {
      if (event.type !== 'question-answered') return;
      this.voice.generateReply('Be kind.');
      this.voice.askQuestion(openQuestion);
    });
    const { events, close } = startVoice(this.voice, clock, leg);
    this.events = events;
    this.#close = close;
    const { latest } = this.#recogniser;
    const finalize = latest.finalize.bind(latest);
    latest.finalize = () => {
      this.#laterWords ??= [];
      clock.after(this.#textDelayMs(), () => {
        const later = this.#laterWords ?? [];
        this.#laterWords = undefined;
        this.#text = '';
        finalize();
        for (const word of later) this.#recognise(word);
      });
    };
  }

  /** Starts to say a text that lasts `durationMs`. Returns when its first and its last word will have been recognised. */
  say(text: string, durationMs: number): { readonly firstWordMs: number; readonly lastWordMs: number } {
    const { clock, leg, voice } = this;
    const fromMs = clock.monotonicMs();
    const [startDelayMs, stopDelayMs] = [between(this.#random, 60, 120), between(this.#random, 100, 220)];
    this.spoken.push({ fromMs, toMs: fromMs + durationMs });
    const send = (delayMs: number, run: () => void) => clock.after(delayMs, () => leg.isEnded || run());
    send(startDelayMs, () => voice.handleAudioEvent({ type: 'speech-started', atMs: fromMs }));
    send(durationMs + stopDelayMs, () => {
      const atMs = fromMs + durationMs;
      voice.handleAudioEvent({ type: 'speech-stopped', atMs, detectedAtMs: atMs + stopDelayMs });
    });
    const words = text.split(' ');
    const textDelayMs = this.#textDelayMs();
    const wordMs = (index: number) => ((index + 1) * durationMs) / words.length + textDelayMs;
    for (const [index, word] of words.entries()) send(wordMs(index), () => this.#recognise(word));
    return { firstWordMs: fromMs + wordMs(0), lastWordMs: fromMs + wordMs(words.length - 1) };
  }

  /** Simulates a vendor that ends the turn now, with the words that it has recognised. */
  endTurn(): void {
    this.#text = '';
    this.#recogniser.latest.endTurn();
  }

  /** Advances the clock until the condition holds, at most by `limitMs`. */
  async until(condition: () => boolean, limitMs = 10_000): Promise<void> {
    const endMs = this.clock.monotonicMs() + limitMs;
    while (!condition() && this.clock.monotonicMs() < endMs) await this.clock.advance(20);
  }

  close(): void {
    this.#close();
  }

  #recognise(word: string): void {
    if (this.#laterWords !== undefined) return void this.#laterWords.push(word);
    this.#text = `${this.#text} ${word}`.trim();
    this.#recogniser.latest.recognise({ text: this.#text });
  }

  #textDelayMs(): number {
    return between(this.#random, 150, 400);
  }
}

/** An interval in ms, on the media clock. */
export interface Interval {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns how long the intervals of two lists overlap. */
export function overlapMs(some: readonly Interval[], others: readonly Interval[]): number {
  const common = (a: Interval, b: Interval) =>
    Math.max(0, Math.min(a.toMs, b.toMs) - Math.max(a.fromMs, b.fromMs));
  return some.reduce((sum, a) => sum + others.reduce((part, b) => part + common(a, b), 0), 0);
}
