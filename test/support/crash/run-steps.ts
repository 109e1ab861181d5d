import { setTimeout as sleep } from 'node:timers/promises';

/** Time limit of a run, with the first start. Three calls that ring until the timeout take 60 s. */
const defaultTimeoutMs = 150_000;

/** The steps of a run, and their time limit. */
export class RunSteps {
  readonly #unfinished = new Set<string>();

  /** Waits for a step. A late run names it. */
  async finish<T>(name: string, step: Promise<T>): Promise<T> {
    this.#unfinished.add(name);
    const result = await step;
    this.#unfinished.delete(name);
    return result;
  }

  /**
   * Waits for the end of all steps. Returns the violation of a run that is late, with what it waits for.
   * @param readOpenWork returns what the program has not finished
   */
  async untilEnded(
    steps: Promise<unknown>,
    readOpenWork: () => Promise<readonly string[]>,
    timeoutMs = defaultTimeoutMs,
  ): Promise<readonly string[]> {
    // Requests that are pending at the end of the run fail.
    steps.catch(() => undefined);
    const isInTime = await Promise.race([steps.then(() => true), sleep(timeoutMs, false, { ref: false })]);
    if (isInTime) return [];
    const open = [...this.#unfinished, ...(await readOpenWork())];
    return [`the run did not end within ${timeoutMs / 1000} s; open: ${open.join('; ')}`];
  }
}
