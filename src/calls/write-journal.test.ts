import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryJournalFiles } from '../../test/support/journal.ts';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { decodeWrite, encodeWrite, type CallWrite } from './call-write.ts';
import { createJournalFiles } from './journal-files.ts';
import { WriteJournal, type WriteJournalOptions } from './write-journal.ts';

const writeFields = { workspaceId: 'ws_1', callId: 'call_1', atMs: 1 };
const eventWrite = (name: string): CallWrite => ({ ...writeFields, type: 'event', name, detail: {} });
const optOut: CallWrite = {
  ...writeFields,
  type: 'opt-out',
  customerNumber: '+12025550100',
  reason: 'opted out',
};
const nameOf = (write: CallWrite) => (write.type === 'event' ? write.name : write.type);

/** Creates a journal that applies writes to `stored`. Each write fails while `fault` is set. */
function createJournal(options: Partial<WriteJournalOptions> = {}) {
  const files = new MemoryJournalFiles();
  const clock = new ManualClock();
  const stored: string[] = [];
  const state: { fault: unknown } = { fault: undefined };
  const writeJournal = new WriteJournal({
    files,
    clock,
    logger: silentLogger,
    nodeId: 'node-1',
    isNodeAlive: async () => true,
    apply: async (write) => {
      if (state.fault !== undefined) throw state.fault;
      stored.push(nameOf(write));
    },
    ...options,
  });
  return { journal: writeJournal, files, clock, stored, state };
}

describe('WriteJournal', () => {
  it('resolves only after the write is on disk', async () => {
    const { journal: writeJournal, files, clock } = createJournal();
    files.isFull = true;
    let isDurable = false;
    void writeJournal.put('call_1', [eventWrite('a')]).then(() => (isDurable = true));
    await clock.advance(10_000);
    expect(isDurable).toBe(false);
    files.isFull = false;
    await clock.advance(1_000);
    expect(isDurable).toBe(true);
    expect(clock.pendingTimers).toBe(0);
  });

  it('accepts only opt-outs and ends of calls above its limit of lines or bytes', async () => {
    for (const limit of [{ maxWaiting: 2 }, { maxBytes: 60 }]) {
      const { journal: writeJournal, files, clock, stored } = createJournal(limit);
      files.isFull = true;
      for (const name of ['a', 'b', 'c', 'd']) void writeJournal.put('call_1', [eventWrite(name)]);
      await clock.advance(0);
      void writeJournal.put('call_1', [eventWrite('e'), optOut]);
      files.isFull = false;
      await clock.advance(1_000);
      await writeJournal.replay();
      expect(stored).toContain('opt-out');
      expect(stored).not.toContain('e');
      expect(writeJournal.callIds).toEqual([]);
    }
  });

  it('retries writes after database failures, and stores rejected writes in refused.jsonl', async () => {
    const { journal: writeJournal, files, stored, state } = createJournal();
    await writeJournal.put('call_1', [eventWrite('a')]);
    state.fault = Object.assign(new Error('The disk of the server is full.'), { code: '53100' });
    expect(await writeJournal.replay()).toBe(false);
    expect(writeJournal.callIds).toEqual(['call_1']);
    state.fault = Object.assign(new Error('no such call'), { code: '23503' });
    expect(await writeJournal.replay()).toBe(true);
    expect(writeJournal.callIds).toEqual([]);
    expect(stored).toEqual([]);
    expect([...files.files.keys()]).toEqual(['refused.jsonl']);
    expect(decodeWrite(files.files.get('refused.jsonl')!)).toEqual(eventWrite('a'));
  });

  it('can be closed with unapplied writes; the next process applies them', async () => {
    const first = createJournal();
    first.state.fault = new Error('unavailable');
    await first.journal.put('call_1', [eventWrite('a')]);
    await first.journal.close();
    const next = createJournal({ files: first.files, nodeId: 'node-2', isNodeAlive: async () => false });
    await next.journal.recover();
    expect(next.stored).toEqual(['a']);
  });

  it('closes even if the disk fails', async () => {
    const { journal: writeJournal, files } = createJournal();
    files.isFull = true;
    const put = writeJournal.put('call_1', [eventWrite('a')]);
    await expect.poll(() => writeJournal.isDiskFailing).toBe(true);
    await writeJournal.close();
    await expect(put).resolves.toBeUndefined();
  });
});

describe('the files of another process', () => {
  it('are applied and removed after the process was found dead in two consecutive runs, but not before', async () => {
    const other = createJournal();
    await other.journal.put('call_1', [eventWrite('a')]);
    let isAlive = true;
    const own = createJournal({ files: other.files, nodeId: 'node-2', isNodeAlive: async () => isAlive });
    await own.journal.replay();
    isAlive = false;
    await own.journal.replay();
    isAlive = true;
    await own.journal.replay();
    expect([own.stored, other.files.files.size]).toEqual([[], 1]);
    isAlive = false;
    await own.journal.replay();
    await own.journal.replay();
    expect([own.stored, other.files.files.size]).toEqual([['a'], 0]);
  });

  it('are applied but not removed at the start, even if the process may be alive', async () => {
    const other = createJournal();
    await other.journal.put('call_1', [eventWrite('a')]);
    const own = createJournal({ files: other.files, nodeId: 'node-2' });
    await own.journal.recover();
    expect([own.stored, other.files.files.size]).toEqual([['a'], 1]);
  });
});

describe('a journal on disk', () => {
  it('skips incomplete lines and other files in its folder', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'write-journal-'));
    const lines = [
      encodeWrite(eventWrite('a')),
      encodeWrite(eventWrite('b')).slice(0, -5),
      '',
      encodeWrite(eventWrite('c')),
      '{"type',
    ];
    await writeFile(path.join(folder, 'node-9.00000001.jsonl'), lines.join('\n'));
    await writeFile(path.join(folder, 'readme.txt'), 'x');
    const { journal: writeJournal, stored } = createJournal({
      files: createJournalFiles(folder),
      isNodeAlive: async () => false,
    });
    await writeJournal.put('call_1', [eventWrite('d')]);
    await writeJournal.replay();
    await writeJournal.replay();
    expect(stored).toEqual(['d', 'a', 'c']);
    expect(await readdir(folder)).toEqual(['readme.txt']);
    await rm(folder, { recursive: true });
  });

  it('creates its folder with its first write', async () => {
    const folder = path.join(await mkdtemp(path.join(tmpdir(), 'write-journal-')), 'journal');
    const { journal: writeJournal, stored } = createJournal({ files: createJournalFiles(folder) });
    await writeJournal.replay();
    await writeJournal.put('call_1', [eventWrite('a')]);
    await writeJournal.replay();
    expect(stored).toEqual(['a']);
    await rm(path.dirname(folder), { recursive: true });
  });
});

describe('a journal line', () => {
  it('decodes to the encoded write, dates included', () => {
    const outcome = fc.record({
      code: fc.string(),
      status: fc.constant('pending' as const),
      scheduledAt: fc.date({ noInvalidDate: true }),
    });
    fc.assert(
      fc.property(outcome, fc.string(), (disposition, text) => {
        const end: CallWrite = {
          ...writeFields,
          type: 'end',
          customerNumber: '+12025550100',
          outcome: {
            endReason: 'agent_hangup',
            endDetail: text,
            disposition,
            variables: { scheduledAt: text },
            latency: [],
          },
        };
        expect(encodeWrite(end)).not.toContain('\n');
        expect(decodeWrite(encodeWrite(end))).toEqual(end);
      }),
    );
  });

  it('decodes to undefined if it is truncated, and never throws', () => {
    const line = encodeWrite(optOut);
    const truncated = fc.nat(line.length - 1).map((length) => line.slice(0, length));
    fc.assert(
      fc.property(fc.oneof(truncated, fc.string(), fc.json()), (text) => {
        expect(decodeWrite(text)).toBeUndefined();
      }),
    );
  });
});
