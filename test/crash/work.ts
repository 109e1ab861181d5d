import { setTimeout as sleep } from 'node:timers/promises';
import type { Told } from './invariants.ts';
import type { BatchPlan, Scenario } from './scenario.ts';
import type { World } from './world.ts';

const pausedMs = 200;

/** Sends the API requests of a scenario, with retries, and records the responses for the invariants. */
export class Work {
  readonly told: Told & { [name in keyof Told]: Told[name][number][] };
  readonly #world: World;
  readonly #scenario: Scenario;
  readonly #agentId: string;
  /** Ids of the batches in scenario order; each resolves when its batch exists. */
  readonly #batches: Promise<string>[] = [];

  constructor(world: World, scenario: Scenario, agentId: string) {
    this.#world = world;
    this.#scenario = scenario;
    this.#agentId = agentId;
    this.told = {
      cancelled: [],
      suppressed: [],
      nights: [],
      batchIds: [],
      singles: [...scenario.singles],
      answers: [],
    };
  }

  /** Sends all requests. Resolves when each has a final response. */
  async begin(): Promise<void> {
    const { batches, singles, callbacks, suppressed } = this.#scenario;
    await Promise.all(suppressed.map((number) => this.#suppress(number)));
    this.#batches.push(...batches.map((plan, index) => this.#start(plan, index)));
    await Promise.all([
      ...this.#batches,
      ...singles.map((number) => this.#call(number)),
      ...callbacks.map((number) => this.#callBack(number)),
    ]);
  }

  async cancel(index: number): Promise<void> {
    const batchId = await this.#batchId(index);
    const { status } = await this.#world.insist('DELETE', `/v1/api/batch-calls/${batchId}`);
    if (status === 200) this.told.cancelled.push({ batchId, atMs: Date.now() });
  }

  async pauseAndResume(index: number): Promise<void> {
    const batchId = await this.#batchId(index);
    await this.#world.insist('POST', `/v1/api/batch-calls/${batchId}/pause`);
    await sleep(pausedMs);
    await this.resume(batchId);
  }

  async resume(batchId: string): Promise<void> {
    await this.#world.insist('POST', `/v1/api/batch-calls/${batchId}/resume`);
  }

  async suppressSomebody(index: number): Promise<void> {
    const { numbers } = this.#scenario.batches[index]!;
    await this.#suppress(numbers[Math.floor(numbers.length / 2)]!);
  }

  /** Sets a calling window that excludes the current time of day, and removes it after `forMs`. */
  async closeFor(forMs: number): Promise<void> {
    const hour = (new Date().getUTCHours() + 12) % 24;
    const windows = [{ start: `${hour}:00`.padStart(5, '0'), end: `${hour}:59`.padStart(5, '0') }];
    await this.#setHours({ timezone: 'UTC', windows });
    const closedAtMs = Date.now();
    await sleep(forMs);
    this.told.nights.push({ closedAtMs, openedAtMs: Date.now() });
    await this.#setHours(null);
  }

  async #setHours(callingWindow: object | null): Promise<void> {
    const { status } = await this.#world.insist('PATCH', `/v1/api/workspaces/${this.#world.workspaceId}`, {
      callingWindow,
    });
    if (status !== 200) throw new Error(`The calling window was not set: ${status}`);
  }

  /** Waits until the request for this batch was sent. */
  async #batchId(index: number): Promise<string> {
    while (this.#batches[index] === undefined) await sleep(10);
    return this.#batches[index];
  }

  /** Sends the same rows from several senders at once. One request creates the batch; a retry with its key returns that batch. */
  async #start({ senders, ...plan }: BatchPlan, index: number): Promise<string> {
    const { numbers, maxAttempts, callsPerSecond, maxConcurrency, asks } = plan;
    const body = {
      agentId: this.#agentId,
      name: `Batch ${index}`,
      rows: numbers.map((number) => ({ phone_number: number })),
      callsPerSecond,
      // Without consent, frequency limits per number would defer retries by a day.
      consent: true,
      ...(maxConcurrency && { maxConcurrency }),
      ...(asks && { predialUrl: this.#world.booksUrl }),
      retry: { maxAttempts, on: ['no_answer', 'busy', 'failed'], delays: ['1s'] },
    };
    const answers = await Promise.all(
      Array.from({ length: senders }, (_, sender) =>
        this.#world.insist('POST', '/v1/api/batch-calls', body, `batch-${index}-${sender}`),
      ),
    );
    const created = answers
      .filter(({ status }) => status === 200)
      .map((answer) => answer.body['batchId'] as string);
    if (created.length === 0) throw new Error(`No batch was created: ${JSON.stringify(answers)}`);
    this.told.batchIds.push(...created);
    return created[0]!;
  }

  /** Requests a single call. The invariants check later whether it was placed. */
  async #call(toNumber: string): Promise<void> {
    const body = { agentId: this.#agentId, toNumber, consent: true };
    await this.#world.insist('POST', '/api/v1/calls/call', body, `single-${toNumber}`);
  }

  async #callBack(phoneNumber: string): Promise<void> {
    const body = { phoneNumber, agentId: this.#agentId, scheduledAt: new Date().toISOString() };
    await this.#world.insist('POST', '/v1/api/call-dispositions', body, `callback-${phoneNumber}`);
  }

  async #suppress(number: string): Promise<void> {
    const body = { channel: 'voice', address: number, reason: 'Asked for it.' };
    const { status } = await this.#world.insist('POST', '/v1/api/suppressions', body);
    if (status < 300) this.told.suppressed.push({ number, atMs: Date.now() });
  }
}
