import type { JournalFiles } from '../../src/calls/journal-files.ts';
import { applyWrite } from '../../src/calls/call-write.ts';
import { WriteJournal } from '../../src/calls/write-journal.ts';
import type { Clock } from '../../src/core/clock.ts';
import { silentLogger } from '../../src/core/logger.ts';
import type { Database } from '../../src/store/database.ts';

/** Journal files in memory. */
export class MemoryJournalFiles implements JournalFiles {
  readonly files = new Map<string, string>();
  /** If set, an append writes half of its text and fails. */
  isFull = false;

  async list(): Promise<string[]> {
    return [...this.files.keys()];
  }

  async append(name: string, text: string): Promise<void> {
    const added = this.isFull ? text.slice(0, text.length / 2) : text;
    this.files.set(name, (this.files.get(name) ?? '') + added);
    await Promise.resolve();
    if (this.isFull) throw new Error('No space left on the device.');
  }

  async *lines(name: string): AsyncIterable<string> {
    yield* (this.files.get(name) ?? '').split('\n');
  }

  async remove(name: string): Promise<void> {
    this.files.delete(name);
  }
}

/** Creates a journal in memory for writes that the database rejects. Never journals a write because it is slow. */
export function journalOf(db: Database, clock: Clock): WriteJournal {
  return new WriteJournal({
    files: new MemoryJournalFiles(),
    apply: (write) => applyWrite(db, write, true),
    isNodeAlive: async () => true,
    clock,
    logger: silentLogger,
    nodeId: 'node-1',
    storeTimeoutMs: Infinity,
  });
}
