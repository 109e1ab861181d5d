import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger, silentLogger } from '../core/logger.ts';
import { fillDisk, mountDisk, unmountDisk } from '../../test/support/small-disk.ts';
import type { DialogLogEntry } from '../sip/dialog-log.ts';
import { DialogLogFolder } from './dialog-log-folder.ts';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), 'parley-dialog-log-'));
  folder = path.join(parent, 'sip-calls');
});
afterEach(() => rmSync(parent, { recursive: true }));

const open = (nodeId: string) => new DialogLogFolder({ folder, nodeId, logger: silentLogger });
const entry = (bye: string): DialogLogEntry => ({ type: 'confirmed', bye, hop: 'sip:192.0.2.2' });

describe('an entry', () => {
  it('survives its process with its last value, for any key', () => {
    const dead = open('dead');
    const key = '../a/b\n\0 "ü"@host';
    dead.put(key, entry('first'));
    dead.put(key, entry('second'));
    const next = open('next');
    expect(next.otherNodes()).toEqual(['dead']);
    expect(next.takeOver('dead')).toEqual([{ key, trace: entry('second') }]);
    expect(next.otherNodes()).toEqual([]);
  });

  it('can be removed twice', () => {
    const dead = open('dead');
    dead.put('a', entry('a'));
    dead.remove('a');
    dead.remove('a');
    expect(open('next').takeOver('dead')).toEqual([]);
  });

  it('leaves no trace in the file after its removal, and other entries stay', () => {
    const dialogLog = open('node');
    dialogLog.put('a', entry('sip:+12025550123@host'));
    dialogLog.put('b', entry('b'));
    dialogLog.put('a', entry('again sip:+12025550123@host'));
    dialogLog.preallocate();
    dialogLog.put('a', entry('later sip:+12025550123@host'));
    const text = () => readFileSync(path.join(folder, 'node.jsonl'), 'utf8');
    expect(text()).toContain('+12025550123');
    dialogLog.remove('a');
    expect(text()).not.toContain('+12025550123');
    expect(open('next').takeOver('node')).toEqual([{ key: 'b', trace: entry('b') }]);
  });

  it('that was taken over can be taken over again until it is removed', () => {
    open('first').put('a', entry('a'));
    expect(open('second').takeOver('first')).toHaveLength(1);
    const third = open('third');
    expect(third.takeOver('second')).toEqual([{ key: 'a', trace: entry('a') }]);
    third.remove('a');
    expect(open('fourth').takeOver('third')).toEqual([]);
  });

  it('that was truncated is skipped, without affecting others', () => {
    open('dead').put('a', entry('a'));
    const lines = ['', 'null', '1', '{"key":1,"trace":{}}', '{"key":"c"}', '{"key":"b","tra'];
    appendFileSync(path.join(folder, 'dead.jsonl'), lines.join('\n'));
    expect(
      open('next')
        .takeOver('dead')
        .map(({ key }) => key),
    ).toEqual(['a']);
    expect(readdirSync(folder).toSorted()).toEqual(['next.draft', 'next.jsonl']);
  });

  it('has its last value after any sequence of writes and removals, with any preallocated size', () => {
    const step = fc.record({ key: fc.constantFrom('a', 'b', 'c'), bye: fc.option(fc.string()) });
    fc.assert(
      fc.property(fc.array(step), fc.integer({ min: 0, max: 400 }), (steps, preallocatedBytes) => {
        const dead = new DialogLogFolder({ folder, nodeId: 'dead', logger: silentLogger, preallocatedBytes });
        const expected = new Map<string, DialogLogEntry>();
        for (const { key, bye } of steps)
          if (bye === null) {
            dead.remove(key);
            expected.delete(key);
          } else {
            dead.put(key, entry(bye));
            expected.set(key, entry(bye));
          }
        const next = open('next');
        const entries = next.otherNodes().flatMap((nodeId) => next.takeOver(nodeId));
        expect(new Map(entries.map((stored) => [stored.key, stored.trace]))).toEqual(expected);
        for (const { key } of entries) next.remove(key);
        next.close();
        expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('can be read only by its owner', () => {
    open('node').put('a', entry('a'));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(folder, 'node.jsonl')).mode & 0o777).toBe(0o600);
  });
});

describe('a disk that fills up', () => {
  it('loses no entry within the preallocated space', ({ skip }) => {
    if (!mountDisk(parent, 1 << 20)) skip('Only root on Linux mounts disks.');
    try {
      const dead = new DialogLogFolder({
        folder,
        nodeId: 'dead',
        logger: silentLogger,
        preallocatedBytes: 20_000,
      });
      dead.preallocate();
      const freeSpace = fillDisk(parent);
      for (let call = 0; call < 200; call += 1) {
        dead.put(`call ${call}`, entry('x'.repeat(50)));
        if (call >= 10) dead.remove(`call ${call - 10}`);
      }
      freeSpace();
      const entries = open('next').takeOver('dead');
      expect(entries.map(({ key }) => key)).toEqual(
        Array.from({ length: 10 }, (_, index) => `call ${190 + index}`),
      );
    } finally {
      unmountDisk(parent);
    }
  });
});

describe('the file of a process', () => {
  it('is removed at close, unless it has an entry', () => {
    const node = open('node');
    node.put('a', entry('a'));
    node.close();
    expect(readdirSync(folder)).toEqual(['node.jsonl']);
    node.remove('a');
    node.close();
    node.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is not larger than its entries plus the preallocated space', () => {
    const node = new DialogLogFolder({
      folder,
      nodeId: 'node',
      logger: silentLogger,
      preallocatedBytes: 10_000,
    });
    const sizes = Array.from({ length: 2_000 }, (_, index) => {
      node.put(`call ${index}`, entry('x'.repeat(100)));
      if (index >= 10) node.remove(`call ${index - 10}`);
      return statSync(path.join(folder, 'node.jsonl')).size;
    });
    expect(Math.max(...sizes)).toBeLessThan(15_000);
    expect(open('next').takeOver('node')).toHaveLength(10);
  });

  it('is preallocated before the first entry, and releases its space at close', () => {
    const node = new DialogLogFolder({
      folder,
      nodeId: 'node',
      logger: silentLogger,
      preallocatedBytes: 5_000,
    });
    node.preallocate();
    const sizeOf = (name: string) => statSync(path.join(folder, name)).size;
    expect(readdirSync(folder).map(sizeOf)).toEqual([5_000, 5_000]);
    node.put('a', entry('a'));
    node.remove('a');
    expect(sizeOf('node.jsonl')).toBe(5_000);
    node.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that cannot be created does not throw, and is logged once', () => {
    writeFileSync(folder, 'a file instead of the folder');
    const log = new PassThrough();
    const node = new DialogLogFolder({ folder, nodeId: 'node', logger: createLogger('error', log) });
    node.put('a', entry('a'));
    node.put('b', entry('b'));
    expect(node.otherNodes()).toEqual([]);
    expect(node.takeOver('dead')).toEqual([]);
    const lines = String(log.read()).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'Writing the dialog log failed.',
    ]);
  });

  it('contains all entries as soon as it can be created', () => {
    writeFileSync(folder, 'a file instead of the folder');
    const node = open('node');
    node.put('a', entry('a'));
    node.put('b', entry('b'));
    rmSync(folder);
    expect(node.otherNodes()).toEqual([]);
    node.remove('b');
    expect(open('next').takeOver('node')).toEqual([{ key: 'a', trace: entry('a') }]);
  });

  it('that was taken over remains until its entries are stored in another file', () => {
    open('dead').put('a', entry('a'));
    mkdirSync(path.join(folder, 'next.draft'));
    const next = open('next');
    expect(next.takeOver('dead')).toHaveLength(1);
    expect(next.otherNodes()).toEqual(['dead']);
    rmdirSync(path.join(folder, 'next.draft'));
    expect(next.takeOver('dead')).toHaveLength(1);
    expect(next.otherNodes()).toEqual([]);
    expect(open('third').takeOver('next')).toHaveLength(1);
  });
});
