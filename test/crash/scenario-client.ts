import { setTimeout as sleep } from 'node:timers/promises';
import type { Confirmed } from './invariants.ts';
import type { BatchPlan, Scenario } from './scenario.ts';
import type { Deployment } from './deployment.ts';

const pausedMs = 200;

/** Sends the API requests of a scenario, with retries, and records the responses for the invariants. */
export class ScenarioClient {
  readonly confirmed: Confirmed & { [name in keyof Confirmed]: Confirmed[name][number][] };
  readonly #deployment: Deployment;
  readonly #scenario: Scenario;
  readonly #agentId: string;
  /** Ids of the batches in scenario order; each resolves when its batch exists. */
  readonly #batches: Promise<string>[] = [];

  constructor(deployment: Deployment, scenario: Scenario, agentId: string) {
    this.#deployment = deployment;
    this.#scenario = scenario;
    this.#agentId = agentId;
    this.confirmed = {
      cancelled: [],
      suppressed: [],
      closedPeriods: [],
      batchIds: [],
      singles: [...scenario.singles],
      predialResponses: [],
    };
  }

  /** Sends all requests. Resolves when each has a final response. */
  async sendAll(): Promise<void> {
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
    const { status } = await this.#deployment.requestUntilAnswered(
      'DELETE',
      `/v1/api/batch-calls/${batchId}`,
    );
    if (status === 200) this.confirmed.cancelled.push({ batchId, atMs: Date.now() });
  }

  async pauseAndResume(index: number): Promise<void> {
    const batchId = await this.#batchId(index);
    await this.#deployment.requestUntilAnswered('POST', `/v1/api/batch-calls/${batchId}/pause`);
    await sleep(pausedMs);
    await this.resume(batchId);
  }

  async resume(batchId: string): Promise<void> {
    await this.#deployment.requestUntilAnswered('POST', `/v1/api/batch-calls/${batchId}/resume`);
  }

  async suppressNumberOf(index: number): Promise<void> {
    const { numbers } = this.#scenario.batches[index]!;
    await this.#suppress(numbers[Math.floor(numbers.length / 2)]!);
  }

  /** Sets a calling window of the workspace that excludes the current time of day, and removes it after `forMs`. */
  async closeHoursFor(forMs: number): Promise<void> {
    const hour = (new Date().getUTCHours() + 12) % 24;
    const windows = [{ start: `${hour}:00`.padStart(5, '0'), end: `${hour}:59`.padStart(5, '0') }];
    await this.#setHours({ timezone: 'UTC', windows });
    const closedAtMs = Date.now();
    await sleep(forMs);
    this.confirmed.closedPeriods.push({ closedAtMs, openedAtMs: Date.now() });
    await this.#setHours(null);
  }

  async #setHours(callingWindow: object | null): Promise<void> {
    const { status } = await this.#deployment.requestUntilAnswered(
      'PATCH',
      `/v1/api/workspaces/${this.#deployment.workspaceId}`,
      {
        callingWindow,
      },
    );
    if (status !== 200) throw new Error(`The calling window was not set: ${status}`);
  }

  /** Waits until the request for the batch is sent, and returns its id. */
  async #batchId(index: number): Promise<string> {
    while (this.#batches[index] === undefined) await sleep(10);
    return this.#batches[index];
  }

  /** Sends the same rows from several senders concurrently. One request creates the batch; a retry with its key returns that batch. */
  async #start({ senders, ...plan }: BatchPlan, index: number): Promise<string> {
    const { numbers, maxAttempts, callsPerSecond, maxConcurrency, hasPredialCheck } = plan;
    const body = {
      agentId: this.#agentId,
      name: `Batch ${index}`,
      rows: numbers.map((number) => ({ phone_number: number })),
      callsPerSecond,
      // Without consent, frequency limits per number would defer retries by a day.
      consent: true,
      ...(maxConcurrency && { maxConcurrency }),
      ...(hasPredialCheck && { predialUrl: this.#deployment.predialUrl }),
      retry: { maxAttempts, on: ['no_answer', 'busy', 'failed'], delays: ['1s'] },
    };
    const responses = await Promise.all(
      Array.from({ length: senders }, (_, sender) =>
        this.#deployment.requestUntilAnswered(
          'POST',
          '/v1/api/batch-calls',
          body,
          `batch-${index}-${sender}`,
        ),
      ),
    );
    const created = responses
      .filter(({ status }) => status === 200)
      .map((response) => response.body['batchId'] as string);
    if (created.length === 0) throw new Error(`No batch was created: ${JSON.stringify(responses)}`);
    this.confirmed.batchIds.push(...created);
    return created[0]!;
  }

  /** Requests a single call. The invariants check later whether it was placed. */
  async #call(toNumber: string): Promise<void> {
    const body = { agentId: this.#agentId, toNumber, consent: true };
    await this.#deployment.requestUntilAnswered('POST', '/api/v1/calls/call', body, `single-${toNumber}`);
  }

  async #callBack(phoneNumber: string): Promise<void> {
    const body = { phoneNumber, agentId: this.#agentId, scheduledAt: new Date().toISOString() };
    await this.#deployment.requestUntilAnswered(
      'POST',
      '/v1/api/call-dispositions',
      body,
      `callback-${phoneNumber}`,
    );
  }

  async #suppress(number: string): Promise<void> {
    const body = { channel: 'voice', address: number, reason: 'The callee requested it.' };
    const { status } = await this.#deployment.requestUntilAnswered('POST', '/v1/api/suppressions', body);
    if (status < 300) this.confirmed.suppressed.push({ number, atMs: Date.now() });
  }
}
