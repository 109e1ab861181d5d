import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebhookProgram } from '../support/webhook-program.ts';
import { check, type CheckReport } from './check.ts';
import { readDeliveryLog } from './delivery-log.ts';
import { killOf, plannedTypes } from './plan.ts';
import type { ReceiverCommand, ReceiverMessage, ReceiverSettings } from './receiver.ts';
import { readRecords, type CommittedEvent, type ReceivedRequest } from './records.ts';
import type { WriterCommand, WriterMessage, WriterSettings } from './writer.ts';

export interface WebhookCrashOptions {
  readonly seed: number;
  readonly events: number;
  readonly endpoints: number;
  readonly killsEverySeconds: readonly [min: number, max: number];
  /** Highest number of events per second; the backlog limits it too. */
  readonly rate: number;
  /** Factor of the shares of requests that the receiver fails. */
  readonly faults: number;
  /** The run ends when no further event is accepted for this long. A second failure of an event is retried after 5 to 5.5 minutes. */
  readonly stallSeconds?: number;
  readonly onProgress?: (progress: { accepted: number; kills: number }) => void;
}

export interface WebhookCrashReport extends CheckReport {
  readonly kills: number;
  /** Deliveries with a failed attempt. */
  readonly failed: number;
  readonly tookMs: number;
  /** Folder with the records and the log of the program, if there are violations. */
  readonly evidenceFolder: string | undefined;
}

const defaultStallSeconds = 400;
const pollMs = 200;

const startProcess = (name: string, settings: object): ChildProcess =>
  fork(path.join(import.meta.dirname, name), [JSON.stringify(settings)]);

/** Runs the program while events are committed, kills it repeatedly, and compares what was committed with what was received. */
export async function runWebhookCrash(options: WebhookCrashOptions): Promise<WebhookCrashReport> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-webhook-crash-'));
  const program = await WebhookProgram.start();
  const run = new WebhookCrashRun(options, program, folder);
  try {
    const report = await run.run();
    const isClean = report.violations.length === 0;
    if (isClean) await rm(folder, { recursive: true });
    else await writeFile(path.join(folder, 'program.log'), program.logs);
    return { ...report, evidenceFolder: isClean ? undefined : folder };
  } finally {
    run.close();
    await program.remove();
  }
}

class WebhookCrashRun {
  readonly #options: WebhookCrashOptions;
  readonly #program: WebhookProgram;
  readonly #committedFile: string;
  readonly #receivedFile: string;
  readonly #children: ChildProcess[] = [];
  #accepted = 0;
  /** `undefined` while events are written. */
  #committed: number | undefined;
  #lastProgressMs = performance.now();
  #kills = 0;

  constructor(options: WebhookCrashOptions, program: WebhookProgram, folder: string) {
    this.#options = options;
    this.#program = program;
    this.#committedFile = path.join(folder, 'committed.jsonl');
    this.#receivedFile = path.join(folder, 'received.jsonl');
  }

  async run(): Promise<Omit<WebhookCrashReport, 'evidenceFolder'>> {
    const startedMs = performance.now();
    const { seed, faults, endpoints } = this.#options;
    const file = this.#receivedFile;
    const receiver = startProcess('receiver.ts', { seed, faults, file } satisfies ReceiverSettings);
    this.#children.push(receiver);
    const [{ port }] = (await once(receiver, 'message')) as [{ port: number }];
    const created = [];
    for (let index = 0; index < endpoints; index += 1)
      created.push(await this.#program.createEndpoint(`http://127.0.0.1:${port}/${index}`, plannedTypes));
    const command: ReceiverCommand = { secrets: created.map(({ secret }) => secret) };
    receiver.send(command);
    this.#follow(receiver, this.#startWriter());
    await this.#killUntilAccepted();
    const endpointIds = created.map(({ id }) => id);
    await this.#untilRecorded(endpointIds);
    receiver.send({ finish: true } satisfies ReceiverCommand);
    await once(receiver, 'exit');
    const log = await readDeliveryLog(this.#program.connection, endpointIds);
    const report = await check({
      endpointCount: endpoints,
      committed: readRecords<CommittedEvent>(this.#committedFile),
      received: readRecords<ReceivedRequest>(this.#receivedFile),
      log,
    });
    return { ...report, kills: this.#kills, failed: log.failed.size, tookMs: performance.now() - startedMs };
  }

  close(): void {
    for (const child of this.#children) child.kill();
  }

  #startWriter(): ChildProcess {
    const { seed, events, rate, endpoints } = this.#options;
    const { connection, workspaceId } = this.#program;
    const writer = startProcess('writer.ts', {
      seed,
      events,
      rate,
      endpointCount: endpoints,
      connection,
      workspaceId,
      file: this.#committedFile,
    } satisfies WriterSettings);
    this.#children.push(writer);
    return writer;
  }

  #follow(receiver: ChildProcess, writer: ChildProcess): void {
    writer.on('message', (message) => (this.#committed = (message as WriterMessage).committed));
    receiver.on('message', (message) => {
      const { accepted } = message as Extract<ReceiverMessage, { accepted: number }>;
      if (accepted === this.#accepted) return;
      this.#accepted = accepted;
      this.#lastProgressMs = performance.now();
      if (writer.connected) writer.send({ accepted } satisfies WriterCommand, () => undefined);
      this.#options.onProgress?.({ accepted, kills: this.#kills });
    });
  }

  get #isStalled(): boolean {
    const { stallSeconds = defaultStallSeconds } = this.#options;
    return performance.now() - this.#lastProgressMs > stallSeconds * 1_000;
  }

  get #hasAll(): boolean {
    return this.#committed !== undefined && this.#accepted >= this.#committed * this.#options.endpoints;
  }

  /** Waits until the time has passed, or earlier if every event was accepted or none is any more. */
  async #pause(forMs: number): Promise<void> {
    const endMs = performance.now() + forMs;
    while (performance.now() < endMs && !this.#hasAll && !this.#isStalled)
      await sleep(Math.min(pollMs, endMs - performance.now()));
  }

  /** Leaves a process that is ready. */
  async #killUntilAccepted(): Promise<void> {
    const { seed, killsEverySeconds } = this.#options;
    while (!this.#hasAll && !this.#isStalled) {
      const { afterMs, isDuringStart } = killOf(seed, this.#kills, killsEverySeconds);
      if (!isDuringStart) await this.#program.ready();
      await this.#pause(afterMs);
      if (this.#hasAll || this.#isStalled) break;
      await this.#program.killAndRestart();
      this.#kills += 1;
    }
    await this.#program.ready();
  }

  /** Resolves when the results of all deliveries are stored. */
  async #untilRecorded(endpointIds: readonly string[]): Promise<void> {
    for (;;) {
      const { leftovers } = await readDeliveryLog(this.#program.connection, endpointIds);
      if (Object.values(leftovers).every((count) => count === 0) || this.#isStalled) return;
      await sleep(pollMs);
    }
  }
}
