import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryJournalFiles } from '../../test/support/journal.ts';
import { silentLogger, type Logger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import type { CallWrite } from './call-write.ts';
import { CallWriter } from './call-writer.ts';
import type { JournalFiles } from './journal-files.ts';
import { WriteJournal } from './write-journal.ts';

type StoreBehaviour = 'available' | 'unavailable' | 'slow' | 'response-lost';

/** Simulated database, which several simulated processes use one after the other. */
class FakeStore {
  readonly clock: ManualClock;
  readonly stored: string[] = [];
  readonly duplicates: string[] = [];
  behaviour: StoreBehaviour = 'available';

  constructor(clock: ManualClock) {
    this.clock = clock;
  }

  /** `slow`: writes after 2 s unless the process was killed before. `response-lost`: writes, and then rejects. */
  async write(write: CallWrite, isReplay: boolean, isKilled: () => boolean): Promise<void> {
    const { behaviour } = this;
    if (behaviour === 'slow') await this.clock.sleep(2_000);
    if (behaviour === 'unavailable' || isKilled()) throw new Error('unavailable');
    const name = nameOf(write);
    if (!this.stored.includes(name)) this.stored.push(name);
    else if (!isReplay) this.duplicates.push(name);
    if (behaviour === 'response-lost') throw new Error('Connection terminated');
  }
}

function testWrite(callId: string, index: number, type: 'event' | 'opt-out' = 'event'): CallWrite {
  const common = { workspaceId: 'ws_1', callId, atMs: index };
  return type === 'event'
    ? { ...common, type, name: `event ${index}`, detail: {} }
    : { ...common, type, customerNumber: '+12025550100', reason: 'opted out' };
}

const nameOf = ({ callId, atMs }: CallWrite) => `${callId}/${atMs}`;

/** Simulated process. After a kill, none of its operations completes. */
class FakeProcess {
  readonly journal: WriteJournal;
  readonly warnings: string[] = [];
  readonly #logger: Logger = Object.assign(Object.create(silentLogger) as Logger, {
    warn: (_: object, message: string) => void this.warnings.push(message),
  });
  readonly #store: FakeStore;
  readonly #writers = new Map<string, CallWriter>();
  isKilled = false;

  constructor(
    store: FakeStore,
    disk: MemoryJournalFiles,
    nodeId: string,
    isNodeAlive: (id: string) => boolean,
  ) {
    this.#store = store;
    const files: JournalFiles = {
      list: () => disk.list(),
      append: (name, text) => this.#unlessKilled(() => disk.append(name, text)),
      lines: (name) => disk.lines(name),
      remove: (name) => this.#unlessKilled(() => disk.remove(name)),
    };
    this.journal = new WriteJournal({
      files,
      apply: (write) => this.#unlessKilled(() => store.write(write, true, () => this.isKilled)),
      isNodeAlive: async (id) => isNodeAlive(id),
      clock: store.clock,
      logger: this.#logger,
      nodeId,
    });
  }

  writer(callId: string): CallWriter {
    const writer = this.#writers.get(callId) ?? this.#newWriter(callId);
    this.#writers.set(callId, writer);
    return writer;
  }

  #newWriter(callId: string): CallWriter {
    const { journal } = this;
    const store = (write: CallWrite) =>
      this.#unlessKilled(() => this.#store.write(write, false, () => this.isKilled));
    return new CallWriter({ callId, store, journal, clock: this.#store.clock, logger: this.#logger });
  }

  async #unlessKilled(work: () => Promise<void>): Promise<void> {
    const never = new Promise<never>(() => undefined);
    if (this.isKilled) return never;
    const outcome = await Promise.allSettled([work()]);
    if (this.isKilled) return never;
    if (outcome[0].status === 'rejected') throw outcome[0].reason;
  }
}

function setUp() {
  const clock = new ManualClock();
  const store = new FakeStore(clock);
  const disk = new MemoryJournalFiles();
  let current = new FakeProcess(store, disk, 'node-0', () => false);
  let killCount = 0;
  const kill = () => {
    current.isKilled = true;
    killCount += 1;
    current = new FakeProcess(store, disk, `node-${killCount}`, () => false);
  };
  return { clock, store, disk, kill, process: () => current, killCount: () => killCount };
}

describe('CallWriter', () => {
  it('stores writes in order, and leaves no timer', async () => {
    const { clock, store, process } = setUp();
    const writer = process().writer('call_1');
    for (const index of [1, 2, 3]) writer.add(testWrite('call_1', index));
    await writer.flushed();
    expect(store.stored).toEqual(['call_1/1', 'call_1/2', 'call_1/3']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('moves failed writes to the journal, and uses the store again after the journal was applied', async () => {
    const { store, disk, process } = setUp();
    const writer = process().writer('call_1');
    store.behaviour = 'unavailable';
    writer.add(testWrite('call_1', 1));
    await writer.flushed();
    expect(process().journal.callIds).toEqual(['call_1']);
    store.behaviour = 'available';
    writer.add(testWrite('call_1', 2));
    await writer.flushed();
    expect(store.stored).toEqual([]);
    await process().journal.replay();
    expect(process().journal.callIds).toEqual([]);
    writer.add(testWrite('call_1', 3));
    await writer.flushed();
    expect(store.stored).toEqual(['call_1/1', 'call_1/2', 'call_1/3']);
    expect(disk.files.size).toBe(0);
  });

  it('waits 500 ms for a slow store, and stores no write twice', async () => {
    const { clock, store, disk, process } = setUp();
    const writer = process().writer('call_1');
    store.behaviour = 'slow';
    writer.add(testWrite('call_1', 1));
    writer.add(testWrite('call_1', 2));
    await clock.advance(499);
    expect(disk.files.size).toBe(0);
    await clock.advance(1);
    expect([...disk.files.values()].join('')).toContain('event 2');
    store.behaviour = 'available';
    const replayed = process().journal.replay();
    await clock.advance(1_500);
    await replayed;
    expect([store.stored, store.duplicates]).toEqual([['call_1/1', 'call_1/2'], []]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('holds at most 100 writes in memory', async () => {
    const { clock, store, disk, process } = setUp();
    const writer = process().writer('call_1');
    store.behaviour = 'slow';
    for (let index = 1; index <= 100; index += 1) writer.add(testWrite('call_1', index));
    await clock.advance(0);
    expect(disk.files.size).toBe(0);
    writer.add(testWrite('call_1', 101));
    await clock.advance(0);
    expect([...disk.files.values()].join('')).toContain('event 101');
  });

  it.each([
    ['unavailable', 1, 'Call record writes go to the journal until the database is available.'],
    ['slow', 1, 'The database is slow. Call record writes go to the journal until it has stored them.'],
    ['slow', 101, 'The database is slow. Call record writes go to the journal until it has stored them.'],
  ] as const)(
    'logs a store that is %s after %i writes once for all calls until the journal is empty',
    async (behaviour, writes, started) => {
      const { clock, store, process } = setUp();
      const { journal, warnings } = process();
      for (const round of [1, 2]) {
        store.behaviour = behaviour;
        for (const call of ['call_1', 'call_2'])
          for (let index = 1; index <= writes; index += 1)
            process()
              .writer(call)
              .add(testWrite(call, 1_000 * round + index));
        await clock.advance(writes > 1 ? 0 : 500);
        store.behaviour = 'available';
        const replayed = journal.replay();
        await clock.advance(2_000);
        await replayed;
        expect(warnings).toEqual(Array.from({ length: round }, () => started));
      }
    },
  );

  it('runs only the newest update of the active call, after the earlier writes', async () => {
    const { store, process } = setUp();
    const writer = process().writer('call_1');
    const updates: string[] = [];
    writer.add(testWrite('call_1', 1));
    for (const update of ['one', 'two', 'three'])
      writer.updateActiveCall(async () => void updates.push(`${update} after ${store.stored.length}`));
    writer.add(testWrite('call_1', 2));
    await writer.flushed();
    expect(updates).toEqual(['three after 2']);
  });
});

describe('an opt-out during a database outage', () => {
  it('is stored after the process was killed', async () => {
    const { clock, store, kill, process } = setUp();
    store.behaviour = 'unavailable';
    process()
      .writer('call_1')
      .add(testWrite('call_1', 1, 'opt-out'));
    await clock.advance(0);
    kill();
    store.behaviour = 'available';
    await process().journal.recover();
    expect(store.stored).toEqual(['call_1/1']);
  });
});

const behaviours = fc.constantFrom<StoreBehaviour[]>('available', 'unavailable', 'slow', 'response-lost');
const step = fc.oneof(
  fc.record({ do: fc.constant('write' as const), call: fc.nat(2) }),
  fc.record({ do: fc.constant('store' as const), behaviour: behaviours }),
  fc.record({ do: fc.constant('disk' as const), isFull: fc.boolean() }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.nat(3_000) }),
  fc.record({ do: fc.constant('replay' as const) }),
  fc.record({ do: fc.constant('kill' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Runs the steps. Afterwards store and disk work again, and the journal is replayed. `durable` has the names of the writes that must be stored. */
async function runSteps(steps: readonly Step[]) {
  const { clock, store, disk, kill, process, killCount } = setUp();
  const durable = new Set<string>();
  let written = 0;
  const run = async (next: Step): Promise<void> => {
    if (next.do === 'store') store.behaviour = next.behaviour;
    else if (next.do === 'disk') disk.isFull = next.isFull;
    else if (next.do === 'wait') await clock.advance(next.ms);
    else if (next.do === 'replay') void process().journal.replay();
    else if (next.do === 'kill') {
      kill();
      void process().journal.recover();
    } else {
      const write = testWrite(`call_${killCount()}${next.call}`, (written += 1));
      const writer = process().writer(write.callId);
      writer.add(write);
      void writer.flushed().then(() => durable.add(nameOf(write)));
    }
    await clock.advance(0);
  };
  for (const next of steps) await run(next);
  store.behaviour = 'available';
  disk.isFull = false;
  await clock.advance(5_000);
  for (let replay = 0; replay < 3; replay += 1) {
    void process().journal.replay();
    await clock.advance(5_000);
  }
  return { store, disk, durable, clock };
}

describe('call records', () => {
  it('hold all durable writes once and in order, despite failures of database, disk and process', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        const { store, disk, durable, clock } = await runSteps(steps);
        expect(store.stored).toEqual(expect.arrayContaining([...durable]));
        expect(store.duplicates).toEqual([]);
        const namesByCall = Map.groupBy(store.stored, (name) => name.split('/')[0]!).values();
        for (const names of namesByCall) {
          const order = names.map((name) => Number(name.split('/')[1]));
          expect(order).toEqual(order.toSorted((left, right) => left - right));
        }
        expect(disk.files.size).toBe(0);
        expect(clock.pendingTimers).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it('are complete despite failures of database and disk, if no process is killed', async () => {
    const noKill = step.filter((next) => next.do !== 'kill');
    await fc.assert(
      fc.asyncProperty(fc.array(noKill, { maxLength: 40, size: 'max' }), async (steps) => {
        const { store } = await runSteps(steps);
        expect(store.stored).toHaveLength(steps.filter((next) => next.do === 'write').length);
      }),
      { numRuns: 200 },
    );
  });
});
