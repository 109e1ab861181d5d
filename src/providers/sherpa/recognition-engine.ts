import type * as Sherpa from 'sherpa-onnx-node';
import { concatenate } from '../../audio/concatenate.ts';
import type { RecognitionReply, RecognitionRequest } from './messages.ts';
import type { RecognitionModel } from './model-files.ts';

const sampleRate = 8000;
/** Silence after an utterance, with which models complete its last word. */
const tail = new Float32Array(sampleRate / 2);
/** Models for whole utterances receive at most this much audio at once; Whisper has a limit of 30 s. */
const maxPartSamples = 28 * sampleRate;

type Send = (reply: RecognitionReply) => void;

/** Recognises utterances in an engine process. */
export interface RecognitionEngine {
  receive(request: RecognitionRequest): void;
}

/** Loads the model, which takes seconds. Throws or ends the process if the model is invalid. */
export function createRecognitionEngine(
  sherpa: typeof Sherpa,
  { isOnline, config }: RecognitionModel,
  send: Send,
): RecognitionEngine {
  return isOnline
    ? new OnlineEngine(new sherpa.OnlineRecognizer(config), send)
    : new OfflineEngine(new sherpa.OfflineRecognizer(config), send);
}

interface OnlineUtterance {
  readonly stream: Sherpa.OnlineStream;
  text: string;
  /** Samples that are accepted, but not decoded. */
  waitingSamples: number;
}

/** Decodes all utterances together while their audio arrives. */
class OnlineEngine implements RecognitionEngine {
  readonly #recogniser: Sherpa.OnlineRecognizer;
  readonly #send: Send;
  readonly #utterances = new Map<number, OnlineUtterance>();
  #isScheduled = false;

  constructor(recogniser: Sherpa.OnlineRecognizer, send: Send) {
    this.#recogniser = recogniser;
    this.#send = send;
  }

  receive(request: RecognitionRequest): void {
    const { utterance: id } = request;
    if (request.type === 'drop') this.#utterances.delete(id);
    else if (request.type === 'finish') this.#finish(id);
    else {
      const utterance = this.#find(id);
      utterance.stream.acceptWaveform({ samples: toFloats(request.samples), sampleRate });
      utterance.waitingSamples += request.samples.length;
      this.#schedule();
    }
  }

  #find(id: number): OnlineUtterance {
    const existing = this.#utterances.get(id);
    if (existing !== undefined) return existing;
    const utterance = { stream: this.#recogniser.createStream(), text: '', waitingSamples: 0 };
    this.#utterances.set(id, utterance);
    return utterance;
  }

  #finish(id: number): void {
    const { stream, text: partialText } = this.#find(id);
    this.#utterances.delete(id);
    stream.acceptWaveform({ samples: tail, sampleRate });
    stream.inputFinished();
    while (this.#recogniser.isReady(stream)) this.#recogniser.decode(stream);
    const { text } = this.#recogniser.getResult(stream);
    if (text !== partialText) this.#send({ type: 'partial', utterance: id, text });
    this.#send({ type: 'finished', utterance: id, text });
  }

  /** Decodes one step of each utterance, and then lets further requests arrive. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#decode();
    });
  }

  #decode(): void {
    const isReady = ({ stream }: OnlineUtterance) => this.#recogniser.isReady(stream);
    const ready = [...this.#utterances.values()].filter(isReady);
    if (ready.length > 0) this.#recogniser.decodeStreams(ready.map(({ stream }) => stream));
    for (const [id, utterance] of this.#utterances) this.#report(id, utterance, ready.includes(utterance));
    if (ready.length > 0) this.#schedule();
  }

  #report(id: number, utterance: OnlineUtterance, wasDecoded: boolean): void {
    if (wasDecoded) {
      const { text } = this.#recogniser.getResult(utterance.stream);
      if (text !== utterance.text) this.#send({ type: 'partial', utterance: id, text });
      utterance.text = text;
    } else if (utterance.waitingSamples > 0) {
      this.#send({ type: 'taken', utterance: id, samples: utterance.waitingSamples });
      utterance.waitingSamples = 0;
    }
  }
}

interface OfflineUtterance {
  audio: Int16Array[];
  samples: number;
  readonly texts: string[];
}

/** Decodes an utterance when it has ended, one after the other. */
class OfflineEngine implements RecognitionEngine {
  readonly #recogniser: Sherpa.OfflineRecognizer;
  readonly #send: Send;
  readonly #utterances = new Map<number, OfflineUtterance>();

  constructor(recogniser: Sherpa.OfflineRecognizer, send: Send) {
    this.#recogniser = recogniser;
    this.#send = send;
  }

  receive(request: RecognitionRequest): void {
    const { utterance: id } = request;
    if (request.type === 'drop') this.#utterances.delete(id);
    else if (request.type === 'finish') this.#finish(id);
    else this.#accept(id, request.samples);
  }

  #accept(id: number, samples: Int16Array): void {
    const utterance = this.#utterances.get(id) ?? { audio: [], samples: 0, texts: [] };
    this.#utterances.set(id, utterance);
    utterance.audio.push(samples);
    utterance.samples += samples.length;
    if (utterance.samples >= maxPartSamples) this.#decode(utterance);
    this.#send({ type: 'taken', utterance: id, samples: samples.length });
  }

  #finish(id: number): void {
    const utterance = this.#utterances.get(id);
    this.#utterances.delete(id);
    if (utterance !== undefined) this.#decode(utterance);
    this.#send({ type: 'finished', utterance: id, text: utterance?.texts.join(' ') ?? '' });
  }

  #decode(utterance: OfflineUtterance): void {
    if (utterance.samples === 0) return;
    const samples = toFloats(concatenate(utterance.audio));
    utterance.audio = [];
    utterance.samples = 0;
    const stream = this.#recogniser.createStream();
    stream.acceptWaveform({ samples, sampleRate });
    this.#recogniser.decode(stream);
    const text = this.#recogniser.getResult(stream).text.trim();
    if (text !== '') utterance.texts.push(text);
  }
}

const toFloats = (samples: Int16Array): Float32Array =>
  Float32Array.from(samples, (sample) => sample / 32768);
