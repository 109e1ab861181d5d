/**
 * Commits events as the program does: in transactions that overlap, the events of one call one after the other. After each commit it
 * appends the event to a file, which is the record of what was committed.
 */
import { createWriteStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/core/clock.ts';
import { silentLogger } from '../../src/core/logger.ts';
import type { Connection } from '../../src/store/connection.ts';
import { openDatabase, type Queryable } from '../../src/store/database.ts';
import { appendEvent } from '../../src/store/events.ts';
import { eventsOf, subjectIdOf, type PlannedEvent } from './plan.ts';
import { digestOfData, type CommittedEvent } from './records.ts';

/** Settings from the parent, as JSON in the only argument. */
export interface WriterSettings {
  readonly seed: number;
  readonly events: number;
  /** Highest number of events per second. */
  readonly rate: number;
  readonly endpointCount: number;
  readonly connection: Connection;
  readonly workspaceId: string;
  readonly file: string;
}

/** From the parent: how many deliveries were accepted. */
export interface WriterCommand {
  readonly accepted: number;
}

/** To the parent, when all events are committed. */
export interface WriterMessage {
  readonly committed: number;
}

const settings = JSON.parse(process.argv[2]!) as WriterSettings;
const { seed, workspaceId, endpointCount } = settings;
/** Calls whose events are written at once. */
const concurrency = 24;
/** Deliveries that are not accepted yet; more wait for them. */
const maxBacklog = 4_000;

const output = createWriteStream(settings.file, { flags: 'a' });
const database = await openDatabase(settings.connection, {
  clock: systemClock,
  logger: silentLogger,
  poolSize: concurrency,
});
const scope = database.inWorkspace(workspaceId);
let accepted = 0;
let begun = 0;
let committed = 0;
let subjectCount = 0;

class RollbackError extends Error {}

const backlog = (): number => committed * endpointCount - accepted;

/** Waits until the rate and the backlog allow another event. Returns false if all have begun. */
async function mayBegin(): Promise<boolean> {
  if (begun === settings.events) return false;
  const dueMs = startedMs + (begun * 1_000) / settings.rate;
  begun += 1;
  if (dueMs > performance.now()) await sleep(dueMs - performance.now());
  while (backlog() > maxBacklog) await sleep(20);
  return true;
}

/** Inserts the event, waits as planned, and commits it. */
async function write(subjectId: string, sequence: number, event: PlannedEvent): Promise<CommittedEvent> {
  const data = { callId: subjectId, status: 'in-progress', note: event.note };
  const insert = async (tx: Queryable): Promise<string> => {
    const at = new Date();
    const id = await appendEvent(tx, { workspaceId, type: event.type, subjectId, sequence, data, at });
    // The insertion is sent with the next statement.
    if (event.heldMs > 0 || event.isRolledBackFirst) await tx.execute({ text: 'select' });
    return id;
  };
  if (event.isRolledBackFirst) await rollBack(insert);
  const id = await scope.transaction(async (tx) => {
    const inserted = await insert(tx);
    if (event.heldMs > 0) await sleep(event.heldMs);
    return inserted;
  });
  return { id, subjectId, sequence, dataDigest: digestOfData({ ...data, sequence }) };
}

async function rollBack(insert: (tx: Queryable) => Promise<string>): Promise<void> {
  const rolledBack = scope.transaction(async (tx) => {
    await insert(tx);
    throw new RollbackError();
  });
  await rolledBack.catch((error: unknown) => {
    if (!(error instanceof RollbackError)) throw error;
  });
}

async function writeCalls(): Promise<void> {
  for (;;) {
    const subject = subjectCount++;
    for (const [index, event] of eventsOf(seed, subject).entries()) {
      if (!(await mayBegin())) return;
      const written = await write(subjectIdOf(seed, subject), index + 1, event);
      output.write(`${JSON.stringify(written)}\n`);
      committed += 1;
    }
  }
}

process.on('message', (command: WriterCommand) => (accepted = command.accepted));
process.on('disconnect', () => process.exit(0));
const startedMs = performance.now();
await Promise.all(Array.from({ length: concurrency }, writeCalls));
await database.close();
output.end(() => process.send?.({ committed } satisfies WriterMessage, () => process.exit(0)));
