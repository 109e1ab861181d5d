import { untilAborted } from '../../core/until-aborted.ts';
import { checkTextLength, nothingToSay, speechRejection } from '../../contracts/speech-rejection.ts';
import {
  characterCount,
  type SpeechChunk,
  type SpeechRequest,
  type TextToSpeech,
  type TextToSpeechCapabilities,
} from '../../contracts/text-to-speech.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { OpenSpeech } from './speech-connection.ts';
import { toSpeechError } from './speech-error.ts';
import { SpeechPool } from './speech-pool.ts';
import type { SpeechProtocol } from './speech-protocol.ts';
import type { VendorDependencies } from './speech-to-text.ts';

export interface VendorVoice {
  readonly provider: string;
  /** The vendor's model of a voice. */
  readonly modelOf: (voiceId: string) => string;
  readonly capabilities: Pick<
    TextToSpeechCapabilities,
    'speed' | 'speedRange' | 'wordTimings' | 'normalizesText'
  >;
  readonly breaker: CircuitBreaker;
  readonly protocol: SpeechProtocol;
}

/** Longest stream of text: about an hour of speech. */
const maxStreamCharacters = 50_000;
/** A longer word is sent in parts. */
const maxWordLength = 200;
/** Identifiers of voices become parts of URLs. */
const voiceIdPattern = /^[\w.-]{1,100}$/;
const speakable = /[\p{L}\p{N}]/u;

/** Creates a voice provider from the protocol of a vendor. */
export function createVendorTextToSpeech(voice: VendorVoice, dependencies: VendorDependencies): TextToSpeech {
  return new VendorTextToSpeech(voice, dependencies);
}

class VendorTextToSpeech implements TextToSpeech {
  readonly provider: string;
  readonly capabilities: TextToSpeechCapabilities;
  readonly #modelOf: VendorVoice['modelOf'];
  readonly #breaker: CircuitBreaker;
  readonly #pool: SpeechPool;
  readonly #needsWholeWords: boolean;
  #isClosed = false;

  constructor(voice: VendorVoice, { clock }: VendorDependencies) {
    const { provider, modelOf, capabilities, breaker, protocol } = voice;
    this.provider = provider;
    this.#modelOf = modelOf;
    this.capabilities = { ...capabilities, streamsText: true, voices: [], network: true };
    this.#breaker = breaker;
    this.#pool = new SpeechPool(protocol, clock, breaker);
    this.#needsWholeWords = protocol.needsWholeWords === true;
  }

  async *synthesize(request: SpeechRequest): AsyncGenerator<SpeechChunk> {
    this.#validate(request);
    const { signal } = request;
    if (isAborted(signal)) return;
    let speech: OpenSpeech | undefined;
    const stop = () => speech?.close();
    try {
      const { voiceId, language } = request;
      const speed = this.#speedOf(request);
      const onTextSent = (text: string) => this.#reportUsage(request, text);
      speech = this.#pool.find(voiceId).open({ voiceId, language, speed }, onTextSent);
      signal?.addEventListener('abort', stop, { once: true });
      void sendText(request, speech, this.#needsWholeWords);
      for await (const chunk of speech.chunks()) {
        if (isAborted(signal)) return;
        yield chunk;
      }
    } catch (error) {
      if (isAborted(signal)) return;
      throw toSpeechError(error);
    } finally {
      signal?.removeEventListener('abort', stop);
      stop();
    }
  }

  warm(voiceId: string): void {
    if (this.#isClosed || !voiceIdPattern.test(voiceId)) return;
    try {
      this.#pool.find(voiceId);
    } catch {
      // The request that follows reports the error.
    }
  }

  /** Reports the circuit breaker: a request per check would be paid by the operator. */
  checkHealth(): Promise<{ ok: boolean; detail: string }> {
    if (this.#isClosed) return Promise.resolve({ ok: false, detail: `${this.provider} has been closed.` });
    const detail =
      this.#breaker.lastError?.message ?? `${this.provider}: ${this.#pool.connectionCount} connections`;
    return Promise.resolve({ ok: !this.#breaker.isFailing, detail });
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#pool.close();
    return Promise.resolve();
  }

  #validate({ text, voiceId }: SpeechRequest): void {
    if (this.#isClosed) throw speechRejection('The voice has been closed.');
    if (!voiceIdPattern.test(voiceId)) throw speechRejection('The identifier of the voice is invalid.');
    if (typeof text !== 'string') return;
    checkTextLength(text);
    if (!speakable.test(text)) throw nothingToSay();
  }

  #reportUsage({ voiceId, onUsage }: SpeechRequest, text: string): void {
    const characters = characterCount(text);
    onUsage?.({ provider: this.provider, model: this.#modelOf(voiceId), characters });
  }

  #speedOf({ speed = 1 }: SpeechRequest): number {
    const { min, max } = this.capabilities.speedRange ?? { min: 0.5, max: 2 };
    return Math.min(max, Math.max(min, speed));
  }
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

/** Sends the text, piece by piece. White space is kept, since the vendors join the pieces. Never rejects. */
async function sendText(
  { text, signal }: SpeechRequest,
  speech: OpenSpeech,
  needsWholeWords: boolean,
): Promise<void> {
  let sent = '';
  try {
    const pieces = needsWholeWords ? wholeWords(piecesOf(text)) : piecesOf(text);
    for await (const piece of untilAborted(pieces, signal)) {
      if (sent.length + piece.length > maxStreamCharacters) break;
      sent += piece;
      if (piece !== '') speech.addText(piece);
    }
    if (isAborted(signal)) return;
    if (speakable.test(sent)) speech.endText();
    else speech.fail(nothingToSay());
  } catch (error) {
    speech.fail(speechRejection('The stream of text failed.', error));
  }
}

async function* piecesOf(text: string | AsyncIterable<string>): AsyncGenerator<string> {
  if (typeof text === 'string') yield text;
  else yield* text;
}

/** Joins pieces so that each one ends with white space, except the last one. */
async function* wholeWords(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    rest += piece;
    const end = rest.search(/\S*$/);
    if (rest.slice(0, end).trim() === '' && rest.length < maxWordLength) continue;
    yield rest.slice(0, end || rest.length);
    rest = rest.slice(end || rest.length);
  }
  if (rest !== '') yield rest;
}
