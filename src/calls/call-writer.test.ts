import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryJournalFiles } from '../../test/support/journal.ts';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import type { CallWrite } from './call-write.ts';
import { CallWriter } from './call-writer.ts';
import type { JournalFiles } from './journal-files.ts';
import { WriteJournal } from './write-journal.ts';

type StoreMood = 'well' | 'away' | 'slow' | 'forgetful';

/** Simulated storage that survives its processes. */
class FakeStore {
  readonly clock: ManualClock;
  readonly stored: string[] = [];
  readonly doubled: string[] = [];
  mood: StoreMood = 'well';

  constructor(clock: ManualClock) {
    this.clock = clock;
  }

  /** Slow: written after two seconds, unless the process is dead by then. Forgetful: written, and the answer is lost. */
  async take(write: CallWrite, again: boolean, isKilled: () => boolean): Promise<void> {
    const { mood } = this;
    if (mood === 'slow') await this.clock.sleep(2_000);
    if (mood === 'away' || isKilled()) throw new Error('away');
    const name = nameOf(write);
    if (!this.stored.includes(name)) this.stored.push(name);
    else if (!again) this.doubled.push(name);
    if (mood === 'forgetful') throw new Error('Connection terminated');
  }
}

function note(callId: string, index: number, type: 'event' | 'opt-out' = 'event'): CallWrite {
  const about = { workspaceId: 'ws_1', callId, atMs: index };
  return type === 'event'
    ? { ...about, type, name: `note ${index}`, detail: {} }
    : { ...about, type, customerNumber: '+12025550100', reason: 'said so' };
}

const nameOf = ({ callId, atMs }: CallWrite) => `${callId}/${atMs}`;

/** Simulated process. After a kill, none of its operations completes. */
class FakeProcess {
  readonly journal: WriteJournal;
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
      append: (name, text) => this.#untilKilled(() => disk.append(name, text)),
      lines: (name) => disk.lines(name),
      remove: (name) => this.#untilKilled(() => disk.remove(name)),
    };
    this.journal = new WriteJournal({
      files,
      apply: (write) => this.#untilKilled(() => store.take(write, true, () => this.isKilled)),
      isNodeAlive: async (id) => isNodeAlive(id),
      clock: store.clock,
      logger: silentLogger,
      nodeId,
    });
  }

  writer(callId: string): CallWriter {
    const made = this.#writers.get(callId) ?? this.#newWriter(callId);
    this.#writers.set(callId, made);
    return made;
  }

  #newWriter(callId: string): CallWriter {
    const { journal } = this;
    const store = (write: CallWrite) =>
      this.#untilKilled(() => this.#store.take(write, false, () => this.isKilled));
    return new CallWriter({ callId, store, journal, clock: this.#store.clock, logger: silentLogger });
  }

  async #untilKilled(work: () => Promise<void>): Promise<void> {
    const never = new Promise<never>(() => undefined);
    if (this.isKilled) return never;
    const outcome = await Promise.allSettled([work()]);
    if (this.isKilled) return never;
    if (outcome[0].status === 'rejected') throw outcome[0].reason;
  }
}

function world() {
  const clock = new ManualClock();
  const store = new FakeStore(clock);
  const disk = new MemoryJournalFiles();
  let current = new FakeProcess(store, disk, 'node-0', () => false);
  let killed = 0;
  const kill = () => {
    current.isKilled = true;
    killed += 1;
    current = new FakeProcess(store, disk, `node-${killed}`, () => false);
  };
  return { clock, store, disk, kill, process: () => current, killed: () => killed };
}

describe('CallWriter', () => {
  it('writes in order, and leaves no timer', async () => {
    const { clock, store, process } = world();
    const writer = process().writer('call_1');
    for (const index of [1, 2, 3]) writer.add(note('call_1', index));
    await writer.drained();
    expect(store.stored).toEqual(['call_1/1', 'call_1/2', 'call_1/3']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('moves failed writes to the journal, and uses the store again after the journal was applied', async () => {
    const { store, disk, process } = world();
    const writer = process().writer('call_1');
    store.mood = 'away';
    writer.add(note('call_1', 1));
    await writer.drained();
    expect(process().journal.callIds).toEqual(['call_1']);
    store.mood = 'well';
    writer.add(note('call_1', 2));
    await writer.drained();
    expect(store.stored).toEqual([]);
    await process().journal.replay();
    expect(process().journal.callIds).toEqual([]);
    writer.add(note('call_1', 3));
    await writer.drained();
    expect(store.stored).toEqual(['call_1/1', 'call_1/2', 'call_1/3']);
    expect(disk.files.size).toBe(0);
  });

  it('waits 500 ms for a slow store, and writes nothing twice', async () => {
    const { clock, store, disk, process } = world();
    const writer = process().writer('call_1');
    store.mood = 'slow';
    writer.add(note('call_1', 1));
    writer.add(note('call_1', 2));
    await clock.advance(499);
    expect(disk.files.size).toBe(0);
    await clock.advance(1);
    expect([...disk.files.values()].join('')).toContain('note 2');
    store.mood = 'well';
    const replayed = process().journal.replay();
    await clock.advance(1_500);
    await replayed;
    expect([store.stored, store.doubled]).toEqual([['call_1/1', 'call_1/2'], []]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('holds at most 100 writes in memory', async () => {
    const { clock, store, disk, process } = world();
    const writer = process().writer('call_1');
    store.mood = 'slow';
    for (let index = 1; index <= 100; index += 1) writer.add(note('call_1', index));
    await clock.advance(0);
    expect(disk.files.size).toBe(0);
    writer.add(note('call_1', 101));
    await clock.advance(0);
    expect([...disk.files.values()].join('')).toContain('note 101');
  });

  it('updates only the newest view, after the earlier writes', async () => {
    const { store, process } = world();
    const writer = process().writer('call_1');
    const shown: string[] = [];
    writer.add(note('call_1', 1));
    for (const view of ['one', 'two', 'three'])
      writer.show(async () => void shown.push(`${view} after ${store.stored.length}`));
    writer.add(note('call_1', 2));
    await writer.drained();
    expect(shown).toEqual(['three after 2']);
  });
});

describe('an opt-out', () => {
  it('spoken during a database outage survives the process', async () => {
    const { clock, store, kill, process } = world();
    store.mood = 'away';
    process()
      .writer('call_1')
      .add(note('call_1', 1, 'opt-out'));
    await clock.advance(0);
    kill();
    store.mood = 'well';
    await process().journal.recover();
    expect(store.stored).toEqual(['call_1/1']);
  });
});

const moods = fc.constantFrom<StoreMood[]>('well', 'away', 'slow', 'forgetful');
const step = fc.oneof(
  fc.record({ do: fc.constant('write' as const), call: fc.nat(2) }),
  fc.record({ do: fc.constant('mood' as const), mood: moods }),
  fc.record({ do: fc.constant('disk' as const), isFull: fc.boolean() }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.nat(3_000) }),
  fc.record({ do: fc.constant('replay' as const) }),
  fc.record({ do: fc.constant('kill' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Runs the steps, ends all failures, and returns the writes that must be stored. */
async function live(steps: readonly Step[]) {
  const { clock, store, disk, kill, process, killed } = world();
  const promised = new Set<string>();
  let written = 0;
  const take = async (now: Step): Promise<void> => {
    if (now.do === 'mood') store.mood = now.mood;
    else if (now.do === 'disk') disk.isFull = now.isFull;
    else if (now.do === 'wait') await clock.advance(now.ms);
    else if (now.do === 'replay') void process().journal.replay();
    else if (now.do === 'kill') {
      kill();
      void process().journal.recover();
    } else {
      const write = note(`call_${killed()}${now.call}`, (written += 1));
      const writer = process().writer(write.callId);
      writer.add(write);
      void writer.drained().then(() => promised.add(nameOf(write)));
    }
    await clock.advance(0);
  };
  for (const now of steps) await take(now);
  store.mood = 'well';
  disk.isFull = false;
  await clock.advance(5_000);
  for (let run = 0; run < 3; run += 1) {
    void process().journal.replay();
    await clock.advance(5_000);
  }
  return { store, disk, promised, clock };
}

describe('call records', () => {
  it('hold all durable writes, once and in order, despite failures of database, disk and process', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        const { store, disk, promised, clock } = await live(steps);
        expect(store.stored).toEqual(expect.arrayContaining([...promised]));
        expect(store.doubled).toEqual([]);
        const ofCalls = Map.groupBy(store.stored, (name) => name.split('/')[0]!).values();
        for (const ofCall of ofCalls) {
          const order = ofCall.map((name) => Number(name.split('/')[1]));
          expect(order).toEqual(order.toSorted((left, right) => left - right));
        }
        expect(disk.files.size).toBe(0);
        expect(clock.pendingTimers).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it('are complete without failures', async () => {
    const noKill = step.filter((now) => now.do !== 'kill');
    await fc.assert(
      fc.asyncProperty(fc.array(noKill, { maxLength: 40, size: 'max' }), async (steps) => {
        const { store } = await live(steps);
        expect(store.stored).toHaveLength(steps.filter((now) => now.do === 'write').length);
      }),
      { numRuns: 200 },
    );
  });
});
