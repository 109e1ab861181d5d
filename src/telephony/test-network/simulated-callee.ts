import { Resampler } from '../../audio/resampler.ts';
import { beepTone } from '../../audio/tones.ts';
import type { CallSpeech, Leg, LegEvent, PromptHint } from '../../contracts/carrier.ts';
import type { LegAudioEvent } from '../../contracts/leg-audio.ts';
import { openSpeechToText } from '../../contracts/open-speech-to-text.ts';
import type { SpeechToTextEvent, SpeechToTextStream } from '../../contracts/speech-to-text.ts';
import type { Clock, Timer } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import { expectationOfPrompts, nearestPromptId } from './prompt-expectation.ts';
import type { CalleeAction, Persona } from './persona.ts';

/** Silence of the agent after which its turn has ended. */
const turnSilenceMs = 700;
/** The silence that ends the turn after a backchannel ("mm-hm"), which pauses the agent. */
const backchannelSilenceMs = 3_000;
/** Duration of the beep after a voicemail greeting. */
const beepMs = 500;
/** How many times a failed stream is reopened. */
const maxReopens = 3;
/** Maximum duration of a call. */
const maxCallMs = 15 * 60_000;

export interface SimulatedCalleeDependencies {
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface SimulatedCalleeOptions extends SimulatedCalleeDependencies {
  readonly leg: Leg;
  readonly persona: Persona;
  /** The language, voice and recogniser of the callee. */
  readonly speech: CallSpeech;
  readonly hints: readonly PromptHint[];
}

/**
 * A simulated callee who has answered the phone: transcribes the agent with a recogniser, and responds with a synthetic
 * voice. From `start` to the end of the leg it performs one list of actions at a time. Speech of the agent during the
 * actions is transcribed, and answered afterwards.
 */
export class SimulatedCallee {
  readonly #options: SimulatedCalleeOptions;
  #transcriber: SpeechToTextStream;
  #reopens = 0;
  readonly #abort = new AbortController();
  readonly #unsubscribers: (() => void)[] = [];
  #silenceTimer: Timer | undefined;
  #interjectionTimer: Timer | undefined;
  #hasInterjected = false;
  #turnSilenceMs = turnSilenceMs;
  #isActing = false;
  #isAgentSpeaking = false;
  #hasAgentSpoken = false;
  /** Whether the transcriber was asked for the rest of the turn of the agent. */
  #hasTurnEnded = false;
  /** Texts of the turn of the agent. A recogniser that detects the ends of utterances itself returns several. */
  #heardTexts: string[] = [];
  #turn = 0;
  #receivedDigits = '';
  #onDrained: (() => void) | undefined;

  constructor(options: SimulatedCalleeOptions) {
    this.#options = options;
    this.#transcriber = this.#openTranscriber();
  }

  /** Starts the callee. The leg must have been answered. */
  start(): void {
    const { leg, persona, clock } = this.#options;
    this.#unsubscribers.push(leg.on((event) => this.#onLegEvent(event)));
    const lifetime = clock.after(maxCallMs, () => leg.hangup());
    this.#unsubscribers.push(() => lifetime.cancel());
    leg.audio.listen(40);
    this.#perform(persona.onAnswer);
  }

  /** Stops all actions. Safe to call twice. */
  close(): void {
    if (this.#abort.signal.aborted) return;
    this.#abort.abort(new Error('the call is over'));
    this.#silenceTimer?.cancel();
    this.#interjectionTimer?.cancel();
    for (const unsubscribe of this.#unsubscribers) unsubscribe();
    this.#transcriber.close();
  }

  #onLegEvent(event: LegEvent | LegAudioEvent): void {
    switch (event.type) {
      case 'audio':
        this.#transcriber.pushAudio(event.samples, event.atMs);
        break;
      case 'speech-started':
        this.#onAgentStarted();
        break;
      case 'speech-stopped':
        this.#isAgentSpeaking = false;
        this.#waitForSilence();
        break;
      case 'digit-pressed':
        this.#onDigit(event.digit);
        break;
      case 'playout-drained':
      case 'digits-sent':
        this.#onDrained?.();
        break;
      case 'leg-ended':
        this.close();
        break;
      // Other events are ignored.
      default:
    }
  }

  #onAgentStarted(): void {
    this.#isAgentSpeaking = true;
    this.#hasAgentSpoken = true;
    this.#turnSilenceMs = turnSilenceMs;
    this.#silenceTimer?.cancel();
    const interjection = this.#options.persona.whileAgentSpeaks;
    if (interjection === undefined || this.#hasInterjected) return;
    this.#hasInterjected = true;
    this.#interjectionTimer = this.#options.clock.after(interjection.afterMs, () => {
      if (interjection.takesTurn) this.#discardTranscript();
      else this.#turnSilenceMs = backchannelSilenceMs;
      this.#perform(interjection.actions, () => {
        if (interjection.takesTurn) this.#discardTranscript();
      });
    });
  }

  /** Discards the speech of the agent so far, because an interjection responds to it. */
  #discardTranscript(): void {
    this.#silenceTimer?.cancel();
    this.#startTurn();
    this.#transcriber.discard();
  }

  #waitForSilence(): void {
    this.#silenceTimer?.cancel();
    if (!this.#hasAgentSpoken || this.#isAgentSpeaking) return;
    this.#silenceTimer = this.#options.clock.after(this.#turnSilenceMs, () => {
      if (this.#isActing) return;
      this.#hasTurnEnded = true;
      this.#transcriber.finalize();
    });
  }

  #openTranscriber(): SpeechToTextStream {
    const { leg, speech, hints } = this.#options;
    const { sampleRate } = leg.audio;
    const transcriber = openSpeechToText(speech.speechToText, { language: speech.language, sampleRate });
    transcriber.expect(expectationOfPrompts(hints));
    transcriber.on((event) => {
      if (transcriber === this.#transcriber) this.#onTranscript(event);
    });
    return transcriber;
  }

  /** Reopens the stream after a failure; hangs up after too many failures. */
  #onStreamFailed({ error, recoverable }: Extract<SpeechToTextEvent, { type: 'stream-failed' }>): void {
    this.#options.logger.warn({ err: error }, 'Recogniser of a simulated callee failed.');
    if (recoverable) return;
    this.#reopens += 1;
    if (this.#reopens > maxReopens) return this.#options.leg.hangup();
    this.#transcriber.close();
    this.#transcriber = this.#openTranscriber();
  }

  #onTranscript(event: SpeechToTextEvent): void {
    if (event.type === 'stream-failed') return this.#onStreamFailed(event);
    if (event.type !== 'transcript-ended' || !this.#hasAgentSpoken) return;
    if (!event.rejected && event.text !== '') this.#heardTexts.push(event.text);
    if (!this.#hasTurnEnded) return;
    const text = this.#heardTexts.join(' ');
    this.#startTurn();
    const hintId = event.rejected ? undefined : (event.match?.phraseId ?? this.#nearestPrompt(text));
    const prompt = this.#options.hints.find(({ id }) => id === hintId);
    this.#options.logger.debug(
      { 'pii.text': text, hint: hintId, confidence: event.confidence },
      'Simulated callee recognised a prompt.',
    );
    this.#perform(
      this.#options.persona.respond({ turn: this.#turn++, prompt, receivedDigits: this.#receivedDigits }),
    );
  }

  /** Starts the next turn of the agent, with the speech that it is saying now, if any. */
  #startTurn(): void {
    this.#hasTurnEnded = false;
    this.#heardTexts = [];
    this.#hasAgentSpoken = this.#isAgentSpeaking;
  }

  /** A closed vocabulary consists of the prompts, so its text without a match is none of them. */
  #nearestPrompt(text: string): string | undefined {
    const { speech, hints } = this.#options;
    return speech.speechToText.capabilities.openVocabulary ? nearestPromptId(hints, text) : undefined;
  }

  #onDigit(key: string): void {
    this.#receivedDigits += key;
    this.#perform(this.#options.persona.onDigit?.(key) ?? []);
  }

  /** Performs the actions, unless earlier actions are in progress. */
  #perform(actions: readonly CalleeAction[], onDone?: () => void): void {
    if (this.#isActing || actions.length === 0) return;
    this.#isActing = true;
    void this.#runActions(actions)
      .catch((error: unknown) => {
        if (!this.#abort.signal.aborted)
          this.#options.logger.warn({ err: error }, 'Actions of a simulated callee failed.');
      })
      .finally(() => {
        this.#isActing = false;
        onDone?.();
        this.#waitForSilence();
      });
  }

  async #runActions(actions: readonly CalleeAction[]): Promise<void> {
    for (const action of actions) {
      if (this.#abort.signal.aborted) return;
      await this.#runAction(action);
    }
  }

  async #runAction(action: CalleeAction): Promise<void> {
    const { leg, clock } = this.#options;
    switch (action.type) {
      case 'say':
        await this.#say(action.text, action.volume ?? 1);
        break;
      case 'beep':
        leg.audio.play(beepTone(beepMs));
        await this.#waitUntilDrained();
        break;
      case 'press':
        leg.audio.sendDigits(action.digits);
        await this.#waitUntilDrained();
        break;
      case 'wait':
        await clock.sleep(action.ms, this.#abort.signal);
        break;
      case 'hang-up':
        leg.hangup();
        break;
    }
  }

  async #say(text: string, volume: number): Promise<void> {
    const { audio } = this.#options.leg;
    const { textToSpeech, voiceId, language } = this.#options.speech;
    const { signal } = this.#abort;
    let resampler: Resampler | undefined;
    let hasAudio = false;
    const play = (samples: Int16Array): void => {
      audio.play(volume === 1 ? samples : samples.map((sample) => Math.round(sample * volume)));
      hasAudio ||= samples.length > 0;
    };
    for await (const { samples, sampleRate } of textToSpeech.synthesize({
      text,
      voiceId,
      language,
      signal,
    })) {
      if (sampleRate !== audio.sampleRate) resampler ??= new Resampler(sampleRate, audio.sampleRate);
      play(resampler?.push(samples) ?? samples);
    }
    if (resampler !== undefined) play(resampler.finish());
    if (hasAudio) await this.#waitUntilDrained();
  }

  #waitUntilDrained(): Promise<void> {
    return new Promise((resolve, reject) => {
      const signal = this.#abort.signal;
      const onAbort = () => reject(signal.reason as Error);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#onDrained = () => {
        this.#onDrained = undefined;
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      if (signal.aborted) onAbort();
    });
  }
}
