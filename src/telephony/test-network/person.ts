import { beepTone } from '../../audio/tones.ts';
import type { Leg, LegEvent, PromptHint } from '../../contracts/carrier.ts';
import type { LegAudioEvent } from '../../contracts/leg-audio.ts';
import type { SpeechToText, SpeechToTextEvent, SpeechToTextStream } from '../../contracts/speech-to-text.ts';
import type { TextToSpeech } from '../../contracts/text-to-speech.ts';
import type { Clock, Timer } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import { expectationOfPrompts } from './prompt-expectation.ts';
import type { PersonAct, Persona } from './persona.ts';

/** How long the agent must be silent before the person takes it that it is their turn. */
const patienceMs = 700;
/** The same for somebody whose mm-hm made the agent stop, and who waits for it to go on. */
const patienceAfterNodMs = 3_000;
/** The beep after a voicemail greeting. */
const beepMs = 500;
/** Streams that are opened again after one failed. */
const reopeningsMax = 3;
/** No simulated person stays on the phone longer than this. */
const longestCallMs = 15 * 60_000;

export interface PersonParts {
  readonly speechToText: SpeechToText;
  readonly textToSpeech: TextToSpeech;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface PersonOptions extends PersonParts {
  readonly leg: Leg;
  readonly persona: Persona;
  readonly voiceId: string;
  readonly hints: readonly PromptHint[];
}

/**
 * Somebody who has picked up the phone: listens to the agent with a recogniser, and answers in another voice. Between
 * `start` and the end of the leg one list of acts is carried out at a time; what the agent says meanwhile is heard and
 * answered afterwards.
 */
export class Person {
  readonly #options: PersonOptions;
  #ear: SpeechToTextStream;
  #reopenings = 0;
  readonly #abort = new AbortController();
  readonly #offs: (() => void)[] = [];
  #silence: Timer | undefined;
  #interjection: Timer | undefined;
  #interjected = false;
  #patienceMs = patienceMs;
  #acting = false;
  #agentIsSpeaking = false;
  #agentHasSpoken = false;
  #turn = 0;
  #keysHeard = '';
  #drained: (() => void) | undefined;

  constructor(options: PersonOptions) {
    this.#options = options;
    this.#ear = this.#openEar();
  }

  /** The leg must have been answered. */
  start(): void {
    const { leg, persona, clock } = this.#options;
    this.#offs.push(leg.on((event) => this.#onLeg(event)));
    const lifetime = clock.after(longestCallMs, () => leg.hangup());
    this.#offs.push(() => lifetime.cancel());
    leg.audio.listen(40);
    this.#act(persona.onAnswer);
  }

  /** Safe to call twice. */
  close(): void {
    if (this.#abort.signal.aborted) return;
    this.#abort.abort(new Error('the call is over'));
    this.#silence?.cancel();
    this.#interjection?.cancel();
    for (const off of this.#offs) off();
    this.#ear.close();
  }

  #onLeg(event: LegEvent | LegAudioEvent): void {
    switch (event.type) {
      case 'audio':
        this.#ear.pushAudio(event.samples, event.atMs);
        break;
      case 'speech-started':
        this.#agentBegan();
        break;
      case 'speech-stopped':
        this.#agentIsSpeaking = false;
        this.#waitForSilence();
        break;
      case 'digit-pressed':
        this.#onKey(event.digit);
        break;
      case 'playout-drained':
      case 'digits-sent':
        this.#drained?.();
        break;
      case 'leg-ended':
        this.close();
        break;
      // The person does not care about the rest.
      default:
    }
  }

  #agentBegan(): void {
    this.#agentIsSpeaking = true;
    this.#agentHasSpoken = true;
    this.#patienceMs = patienceMs;
    this.#silence?.cancel();
    const interjection = this.#options.persona.whileAgentSpeaks;
    if (interjection === undefined || this.#interjected) return;
    this.#interjected = true;
    this.#interjection = this.#options.clock.after(interjection.afterMs, () => {
      if (interjection.takesTurn) this.#forget();
      else this.#patienceMs = patienceAfterNodMs;
      this.#act(interjection.acts, () => {
        if (interjection.takesTurn) this.#forget();
      });
    });
  }

  /** What the agent had said until now needs no answer any more. */
  #forget(): void {
    this.#silence?.cancel();
    this.#agentHasSpoken = this.#agentIsSpeaking;
    this.#ear.discard();
  }

  #waitForSilence(): void {
    this.#silence?.cancel();
    if (!this.#agentHasSpoken || this.#agentIsSpeaking) return;
    this.#silence = this.#options.clock.after(this.#patienceMs, () => {
      if (!this.#acting) this.#ear.finalize();
    });
  }

  #openEar(): SpeechToTextStream {
    const { speechToText, hints } = this.#options;
    const ear = speechToText.open({ language: 'en-US' });
    ear.expect(expectationOfPrompts(hints));
    ear.on((event) => {
      if (ear === this.#ear) this.#onHeard(event);
    });
    return ear;
  }

  /** A person who cannot be made to hear again hangs up. */
  #streamFailed({ error, recoverable }: Extract<SpeechToTextEvent, { type: 'stream-failed' }>): void {
    this.#options.logger.warn({ err: error }, 'A simulated person cannot hear.');
    if (recoverable) return;
    this.#reopenings += 1;
    if (this.#reopenings > reopeningsMax) return this.#options.leg.hangup();
    this.#ear.close();
    this.#ear = this.#openEar();
  }

  #onHeard(event: SpeechToTextEvent): void {
    if (event.type === 'stream-failed') return this.#streamFailed(event);
    if (event.type !== 'transcript-ended' || !this.#agentHasSpoken) return;
    this.#agentHasSpoken = false;
    const hintId = event.rejected ? undefined : event.match?.phraseId;
    const heard = this.#options.hints.find(({ id }) => id === hintId);
    this.#options.logger.debug(
      { 'pii.text': event.text, hint: hintId, confidence: event.confidence },
      'A simulated person heard a prompt.',
    );
    this.#act(this.#options.persona.answer({ turn: this.#turn++, heard, keysHeard: this.#keysHeard }));
  }

  #onKey(key: string): void {
    this.#keysHeard += key;
    this.#act(this.#options.persona.onKey?.(key) ?? []);
  }

  /** Carries the acts out, unless others are under way: a person says one thing at a time. */
  #act(acts: readonly PersonAct[], then?: () => void): void {
    if (this.#acting || acts.length === 0) return;
    this.#acting = true;
    void this.#carryOut(acts)
      .catch((error: unknown) => {
        if (!this.#abort.signal.aborted)
          this.#options.logger.warn({ err: error }, 'A simulated person was struck dumb.');
      })
      .finally(() => {
        this.#acting = false;
        then?.();
        this.#waitForSilence();
      });
  }

  async #carryOut(acts: readonly PersonAct[]): Promise<void> {
    for (const act of acts) {
      if (this.#abort.signal.aborted) return;
      await this.#carryOutOne(act);
    }
  }

  async #carryOutOne(act: PersonAct): Promise<void> {
    const { leg, clock } = this.#options;
    switch (act.type) {
      case 'say':
        await this.#say(act.text, act.volume ?? 1);
        break;
      case 'beep':
        leg.audio.play(beepTone(beepMs));
        await this.#untilDrained();
        break;
      case 'press':
        leg.audio.sendDigits(act.digits);
        await this.#untilDrained();
        break;
      case 'wait':
        await clock.sleep(act.ms, this.#abort.signal);
        break;
      case 'hang-up':
        leg.hangup();
        break;
    }
  }

  async #say(text: string, volume: number): Promise<void> {
    const { leg, textToSpeech, voiceId } = this.#options;
    let spoken = false;
    for await (const { samples } of textToSpeech.synthesize({ text, voiceId, signal: this.#abort.signal })) {
      leg.audio.play(volume === 1 ? samples : samples.map((sample) => Math.round(sample * volume)));
      spoken ||= samples.length > 0;
    }
    if (spoken) await this.#untilDrained();
  }

  #untilDrained(): Promise<void> {
    return new Promise((resolve, reject) => {
      const signal = this.#abort.signal;
      const onAbort = () => reject(signal.reason as Error);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#drained = () => {
        this.#drained = undefined;
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      if (signal.aborted) onAbort();
    });
  }
}
