import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../core/logger.ts';
import { systemClock } from '../core/clock.ts';
import { ManualClock } from '../core/manual-clock.ts';
import type { DialogLogEntry } from '../sip/dialog-log.ts';
import { DialogLogFolder } from './dialog-log-folder.ts';
import type { DialogLogCommand, DialogLogReport } from './dialog-log-messages.ts';
import { DialogLogWriter } from './dialog-log-writer.ts';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), 'parley-dialog-log-'));
  folder = path.join(parent, 'sip-calls');
});
afterEach(() => rmSync(parent, { recursive: true }));

const common = { clock: systemClock, logger: silentLogger };
const open = (nodeId: string) => new DialogLogWriter({ ...common, folder, nodeId });
const entry = (bye: string): DialogLogEntry => ({ type: 'confirmed', bye, hop: 'sip:192.0.2.2' });
const read = (nodeId: string) =>
  new DialogLogFolder({ folder, nodeId: 'reader', logger: silentLogger }).takeOver(nodeId);

/** A worker that reports only when the test calls `report`. */
class StalledWorker extends EventEmitter {
  readonly commands: DialogLogCommand[] = [];

  postMessage(command: DialogLogCommand): void {
    this.commands.push(command);
  }
  report(report: DialogLogReport): void {
    this.emit('message', report);
  }
  unref(): void {}
  terminate(): Promise<number> {
    return Promise.resolve(0);
  }
}

describe('DialogLogWriter', () => {
  it('stores the last entries, which the next process takes over', async () => {
    const first = open('first');
    await first.preallocate();
    first.put('a', entry('old'));
    first.put('a', entry('new'));
    first.put('b', entry('b'));
    first.remove('b');
    await first.close();
    const second = open('second');
    expect(await second.otherNodes()).toEqual(['first']);
    expect(await second.takeOver('first')).toEqual([{ key: 'a', trace: entry('new') }]);
    second.remove('a');
    await second.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('does not wait for a disk that does not respond, and queues only the last entry of each key', async () => {
    const worker = new StalledWorker();
    const writer = new DialogLogWriter({
      ...common,
      folder,
      nodeId: 'node',
      startWorker: () => worker as unknown as Worker,
    });
    for (let call = 0; call < 5_000; call++) {
      writer.put('one key', entry(`state ${call}`));
      if (call === 2_000) writer.put('removed', entry('x'));
    }
    writer.remove('removed');
    expect(worker.commands).toHaveLength(64);
    for (let round = 0; round < 66; round++) worker.report({ type: 'written' });
    expect(worker.commands.slice(64)).toEqual([
      { type: 'write', key: 'one key', entry: JSON.stringify(entry('state 4999')) },
      { type: 'write', key: 'removed', entry: undefined },
    ]);
  });

  it('resolves `whenWritten` when the last entry of the key is written, or after 1 s', async () => {
    const worker = new StalledWorker();
    const clock = new ManualClock();
    const startWorker = () => worker as unknown as Worker;
    const writer = new DialogLogWriter({ ...common, clock, folder, nodeId: 'node', startWorker });
    const written: string[] = [];
    for (let call = 0; call < 64; call++) writer.put(`call ${call}`, entry('x'));
    writer.put('a', entry('a'));
    void writer.whenWritten('a')!.then(() => written.push('a'));
    for (let round = 0; round < 64; round++) worker.report({ type: 'written' });
    await clock.advance(0);
    expect(written).toEqual([]);
    worker.report({ type: 'written' });
    await clock.advance(0);
    expect([written, writer.whenWritten('a'), clock.pendingTimers]).toEqual([['a'], undefined, 0]);
    writer.put('b', entry('b'));
    void writer.whenWritten('b')!.then(() => written.push('b'));
    await clock.advance(999);
    expect(written).toEqual(['a']);
    await clock.advance(1);
    expect(written).toEqual(['a', 'b']);
  });

  it('writes all entries again if its thread exits', async () => {
    const workers: Worker[] = [];
    const { Worker: Thread } = await import('node:worker_threads');
    const startWorker = (workerData: unknown) => {
      workers.push(new Thread(new URL('./dialog-log-worker.ts', import.meta.url), { workerData }));
      return workers.at(-1)!;
    };
    const writer = new DialogLogWriter({ ...common, folder, nodeId: 'node', startWorker });
    await writer.preallocate();
    writer.put('a', entry('a'));
    await writer.otherNodes();
    await workers[0]!.terminate();
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    await expect.poll(() => workers.length).toBe(2);
    await writer.otherNodes();
    await writer.close();
    expect(read('node')).toEqual([{ key: 'a', trace: entry('a') }]);
  });
});
