import type { Worker } from 'node:worker_threads';
import type { Clock } from '../../core/clock.ts';
import type {
  MeasureRequest,
  RecognitionProgress,
  RecognitionRequest,
  RecognitionResult,
  ThreadGrammar,
} from './recognition-protocol.ts';

/** A thread with work that reports nothing for this long is stalled. */
const stalledMs = 5_000;
/**
 * A thread with work that reports nothing for this long is terminated, which fails all its utterances. On a busy machine a healthy thread may get no
 * CPU time for seconds.
 */
const maxSilenceMs = 15_000;
/** An utterance whose result takes longer fails; its thread continues. */
const maxFinishMs = 60_000;
/** Start timeout. A start takes 0.5 s on an idle machine and much longer on an overloaded one. */
const maxStartMs = 60_000;

/** Receives the results of an utterance. The last call is either `onFinished` or `onFailed`. */
export interface UtteranceListener {
  onPartial(text: string): void;
  onFinished(result: RecognitionResult): void;
  onFailed(error: Error): void;
}

/** `start_timeout` and `no_progress` require that the thread is terminated. */
export type ThreadHealth = 'starting' | 'start_timeout' | 'working' | 'stalled' | 'no_progress';

/** One recognition thread: the requests sent to it, its utterances and its health. */
export class RecognitionThread {
  readonly worker: Worker;
  /** The thread that this thread replaces. */
  replaces: RecognitionThread | undefined;
  readonly utterances = new Map<number, UtteranceListener>();
  waitingMs = 0;
  ready = false;
  stalled = false;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #startedMs: number;
  /** Finished utterances without a result, with the time of `finish`. */
  readonly #pendingResults = new Map<number, number>();
  readonly #grammars = new Set<string>();
  /** Requests sent, and how many of them the thread has processed. */
  #sentRequests = 0;
  #processedRequests = 0;
  /** Time of the last message of the thread, or of the first unprocessed request if that is later. */
  #lastMessageMs: number;
  #retiring = false;
  #terminating = false;

  constructor(worker: Worker, clock: Pick<Clock, 'monotonicMs'>, replaces: RecognitionThread | undefined) {
    this.worker = worker;
    this.replaces = replaces;
    this.#clock = clock;
    this.#startedMs = clock.monotonicMs();
    this.#lastMessageMs = this.#startedMs;
  }

  /** Whether the thread accepts no new utterances and ends after its last utterance. */
  get retiring(): boolean {
    return this.#retiring;
  }

  /** Whether the thread is being terminated because of a failure. */
  get terminating(): boolean {
    return this.#terminating;
  }

  /** Number of requests that the thread has not processed yet. */
  get openRequests(): number {
    return this.#sentRequests - this.#processedRequests;
  }

  hasGrammar(id: string): boolean {
    return this.#grammars.has(id);
  }

  addGrammar({ id, words, network, allSenones }: ThreadGrammar): void {
    this.#grammars.add(id);
    this.#send({ type: 'add-grammar', grammar: { id, words, network, allSenones } });
  }

  start(utterance: number, grammarId: string, listener: UtteranceListener): void {
    this.utterances.set(utterance, listener);
    this.#send({ type: 'start', utterance, grammarId });
  }

  push(utterance: number, samples: Int16Array): void {
    this.#send({ type: 'audio', utterance, samples });
  }

  finish(utterance: number): void {
    if (this.utterances.has(utterance)) this.#pendingResults.set(utterance, this.#clock.monotonicMs());
    this.#send({ type: 'finish', utterance });
  }

  drop(utterance: number): void {
    if (!this.utterances.delete(utterance)) return;
    this.#pendingResults.delete(utterance);
    this.#send({ type: 'drop', utterance });
    this.#endIfRetired();
  }

  /** Requests a measurement of the speed. It does not count as work, so a thread that does not answer is not stalled. */
  measure(): void {
    const request: MeasureRequest = { type: 'measure' };
    this.worker.postMessage(request, []);
  }

  /** Records that the thread sent a message. */
  messageReceived(): void {
    this.#lastMessageMs = this.#clock.monotonicMs();
  }

  progressReceived({ processedRequests, waitingMs }: RecognitionProgress): void {
    this.#processedRequests = processedRequests;
    this.waitingMs = waitingMs;
  }

  resultReceived(utterance: number, result: RecognitionResult): void {
    const listener = this.utterances.get(utterance);
    this.utterances.delete(utterance);
    this.#pendingResults.delete(utterance);
    listener?.onFinished(result);
    this.#endIfRetired();
  }

  get health(): ThreadHealth {
    const nowMs = this.#clock.monotonicMs();
    if (!this.ready) return nowMs - this.#startedMs >= maxStartMs ? 'start_timeout' : 'starting';
    const silentMs = nowMs - this.#lastMessageMs;
    const hasWork = this.openRequests > 0 || this.#pendingResults.size > 0;
    if (hasWork && silentMs >= maxSilenceMs) return 'no_progress';
    return hasWork && silentMs >= stalledMs ? 'stalled' : 'working';
  }

  /** Fails the utterances whose result takes too long. */
  failOverdue(): void {
    for (const [utterance, finishedMs] of this.#pendingResults) {
      if (this.#clock.monotonicMs() - finishedMs < maxFinishMs) continue;
      const listener = this.utterances.get(utterance);
      this.drop(utterance);
      listener?.onFailed(new Error('The recognition thread is too far behind.'));
    }
  }

  /** Ends the thread after its last utterance. */
  retire(): void {
    this.#retiring = true;
    this.#endIfRetired();
  }

  /** Ends the thread at once because of a failure. */
  terminate(): void {
    this.#terminating = true;
    this.stalled = true;
    void this.worker.terminate();
  }

  #endIfRetired(): void {
    if (this.#retiring && this.utterances.size === 0) void this.worker.terminate();
  }

  #send(request: RecognitionRequest): void {
    if (this.openRequests === 0) this.#lastMessageMs = this.#clock.monotonicMs();
    this.#sentRequests += 1;
    this.worker.postMessage(request, []);
  }
}
