import type { Clock } from '../core/clock.ts';
import type { LanguageModel, LanguagePart, LanguageRequest } from '../contracts/language-model.ts';

/** Number of requests from which the usual latency of a model is known. */
const minSamples = 10;
const maxSamples = 50;
/** Assumed as the 90th percentile until it is known. Most hosted models send their first part within this time. */
const usualP90Ms = 2_000;

/** The times from a request to the first part of the reply, of the last 50 requests to one model. */
class FirstPartLatency {
  readonly #initialP90Ms: number;
  #samplesMs: number[] = [];

  constructor(initialP90Ms: number) {
    this.#initialP90Ms = initialP90Ms;
  }

  record(elapsedMs: number): void {
    this.#samplesMs = [...this.#samplesMs, elapsedMs].slice(-maxSamples);
  }

  /** The 90th percentile in ms; an assumption if there are too few samples. */
  get p90Ms(): number {
    const { length } = this.#samplesMs;
    if (length < minSamples) return this.#initialP90Ms;
    return this.#samplesMs.toSorted((a, b) => a - b)[Math.ceil(length * 0.9) - 1]!;
  }
}

/** Hedges the first model of a list with the second one, which also stays in the list. Lists with one model are returned unchanged. */
export type Hedging = (models: readonly LanguageModel[]) => readonly LanguageModel[];

/**
 * Returns a `Hedging` whose models share the measured latencies, so that each call learns from the calls before it. `initialP90Ms`: the 90th percentile of
 * a model until it is known.
 */
export function createHedging(clock: Clock, initialP90Ms = usualP90Ms): Hedging {
  const latencies = new WeakMap<LanguageModel, FirstPartLatency>();
  const latencyOf = (model: LanguageModel): FirstPartLatency => {
    const latency = latencies.get(model) ?? new FirstPartLatency(initialP90Ms);
    latencies.set(model, latency);
    return latency;
  };
  return (models) => {
    const [first, second, ...others] = models;
    if (first === undefined || second === undefined) return models;
    return [new HedgedModel(first, second, clock, latencyOf(first)), second, ...others];
  };
}

/**
 * A model with a second one in reserve. The second model receives the request too if the first one has not produced a part within the 90th
 * percentile of its latency. The model that produces the first part is used, and the other request is aborted. Fails if the first model fails
 * before the second one was started, or if both fail.
 */
class HedgedModel implements LanguageModel {
  readonly id: string;
  readonly choosesEdges: boolean;
  readonly #first: LanguageModel;
  readonly #second: LanguageModel;
  readonly #clock: Clock;
  readonly #latency: FirstPartLatency;

  constructor(first: LanguageModel, second: LanguageModel, clock: Clock, latency: FirstPartLatency) {
    this.id = first.id;
    this.choosesEdges = first.choosesEdges === true && second.choosesEdges === true;
    this.#first = first;
    this.#second = second;
    this.#clock = clock;
    this.#latency = latency;
  }

  async *respond(request: LanguageRequest): AsyncIterable<LanguagePart> {
    const startedMs = this.#clock.monotonicMs();
    const first = new Attempt(this.#first, request);
    const second = new Attempt(this.#second, request);
    const { promise: slow, resolve: reportSlow } = Promise.withResolvers<undefined>();
    const { p90Ms } = this.#latency;
    const timer = this.#clock.after(p90Ms, () => reportSlow(undefined));
    try {
      const reply = await raceModels(first, second, slow);
      timer.cancel();
      if ('error' in reply) throw reply.error;
      // The latency of a first model that lost the race is at least the time until then.
      if (!first.hasFailed && request.signal?.aborted !== true)
        this.#latency.record(this.#clock.monotonicMs() - startedMs);
      (reply.attempt === first ? second : first).abort();
      yield* reply.attempt.parts(reply.result, this.id);
    } finally {
      timer.cancel();
      first.abort();
      second.abort();
    }
  }

  warm(): void {
    this.#first.warm?.();
    this.#second.warm?.();
  }

  checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string }> {
    return this.#first.checkHealth();
  }
}

/** The first part of a reply, or the error before it. */
type FirstPart =
  | { readonly attempt: Attempt; readonly result: IteratorResult<LanguagePart> }
  | { readonly attempt: Attempt; readonly error: unknown };

/** Returns the first part that arrives. Starts the second model when `slow` resolves. An error is returned if no started model replies. */
async function raceModels(first: Attempt, second: Attempt, slow: Promise<undefined>): Promise<FirstPart> {
  const early = await Promise.race([first.start(), slow]);
  if (early !== undefined) return early;
  const fastest = await Promise.race([first.start(), second.start()]);
  if ('result' in fastest) return fastest;
  return fastest.attempt === first ? second.start() : first.start();
}

/** A request to one model. `start` sends it. */
class Attempt {
  readonly #model: LanguageModel;
  readonly #request: LanguageRequest;
  readonly #aborting = new AbortController();
  readonly #onAbort = () => this.#aborting.abort();
  #iterator: AsyncIterator<LanguagePart> | undefined;
  #firstPart: Promise<FirstPart> | undefined;
  hasFailed = false;

  constructor(model: LanguageModel, request: LanguageRequest) {
    this.#model = model;
    this.#request = request;
  }

  start(): Promise<FirstPart> {
    this.#firstPart ??= this.#readFirst();
    return this.#firstPart;
  }

  async #readFirst(): Promise<FirstPart> {
    const { signal } = this.#request;
    if (signal?.aborted) this.#aborting.abort();
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    const parts = this.#model.respond({ ...this.#request, signal: this.#aborting.signal });
    this.#iterator = parts[Symbol.asyncIterator]();
    try {
      return { attempt: this, result: await this.#iterator.next() };
    } catch (error) {
      this.hasFailed = true;
      return { attempt: this, error };
    }
  }

  /** Yields the parts from `result` on. `requestedId` is the id of the model that was requested. */
  async *parts(result: IteratorResult<LanguagePart>, requestedId: string): AsyncIterable<LanguagePart> {
    const { id } = this.#model;
    for (let next = result; next.done !== true; next = await this.#iterator!.next())
      yield next.value.type === 'finished' && id !== requestedId
        ? { ...next.value, modelId: id }
        : next.value;
  }

  abort(): void {
    this.#request.signal?.removeEventListener('abort', this.#onAbort);
    this.#aborting.abort();
    // A reply whose reader stopped between two parts does not see the signal.
    this.#iterator?.return?.().catch(() => undefined);
  }
}
