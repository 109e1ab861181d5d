import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
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
import type { CallTrace } from '../sip/call-trace.ts';
import { TraceFolder } from './trace-folder.ts';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), 'parley-traces-'));
  folder = path.join(parent, 'sip-calls');
});
afterEach(() => rmSync(parent, { recursive: true }));

const open = (nodeId: string) => new TraceFolder({ folder, nodeId, logger: silentLogger });
const trace = (bye: string): CallTrace => ({ type: 'confirmed', bye, hop: 'sip:192.0.2.2' });

describe('a trace', () => {
  it('outlives its process, as it was kept last, whatever its key holds', () => {
    const dead = open('dead');
    const key = '../a/b\n\0 "ü"@host';
    dead.keep(key, trace('first'));
    dead.keep(key, trace('second'));
    const next = open('next');
    expect(next.others()).toEqual(['dead']);
    expect(next.takeOver('dead')).toEqual([{ key, trace: trace('second') }]);
    expect(next.others()).toEqual([]);
  });

  it('that was forgotten is gone, and forgetting it again does nothing', () => {
    const dead = open('dead');
    dead.keep('a', trace('a'));
    dead.forget('a');
    dead.forget('a');
    expect(open('next').takeOver('dead')).toEqual([]);
  });

  it('that was taken over is left to the process after, until it is forgotten', () => {
    open('first').keep('a', trace('a'));
    expect(open('second').takeOver('first')).toHaveLength(1);
    const third = open('third');
    expect(third.takeOver('second')).toEqual([{ key: 'a', trace: trace('a') }]);
    third.forget('a');
    expect(open('fourth').takeOver('third')).toEqual([]);
  });

  it('that was cut short is passed over, and those beside it are not', () => {
    open('dead').keep('a', trace('a'));
    const lines = ['', 'null', '1', '{"key":1,"trace":{}}', '{"key":"c"}', '{"key":"b","tra'];
    appendFileSync(path.join(folder, 'dead.jsonl'), lines.join('\n'));
    expect(
      open('next')
        .takeOver('dead')
        .map(({ key }) => key),
    ).toEqual(['a']);
    expect(readdirSync(folder).toSorted()).toEqual(['next.draft', 'next.jsonl']);
  });

  it('is one of those that are kept, whatever the order of keeping and forgetting, however little is set aside', () => {
    const step = fc.record({ key: fc.constantFrom('a', 'b', 'c'), bye: fc.option(fc.string()) });
    fc.assert(
      fc.property(fc.array(step), fc.integer({ min: 0, max: 400 }), (steps, reservedBytes) => {
        const dead = new TraceFolder({ folder, nodeId: 'dead', logger: silentLogger, reservedBytes });
        const expected = new Map<string, CallTrace>();
        for (const { key, bye } of steps)
          if (bye === null) {
            dead.forget(key);
            expected.delete(key);
          } else {
            dead.keep(key, trace(bye));
            expected.set(key, trace(bye));
          }
        const next = open('next');
        const taken = next.others().flatMap((nodeId) => next.takeOver(nodeId));
        expect(new Map(taken.map((kept) => [kept.key, kept.trace]))).toEqual(expected);
        for (const { key } of taken) next.forget(key);
        next.close();
        expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('may be read by its owner alone', () => {
    open('node').keep('a', trace('a'));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(folder, 'node.jsonl')).mode & 0o777).toBe(0o600);
  });
});

describe('a disk that fills up', () => {
  it('costs no trace, since room was set aside for it', ({ skip }) => {
    if (!mountDisk(parent, 1 << 20)) skip('Only root on Linux mounts disks.');
    try {
      const dead = new TraceFolder({ folder, nodeId: 'dead', logger: silentLogger, reservedBytes: 20_000 });
      dead.reserve();
      const free = fillDisk(parent);
      for (let call = 0; call < 200; call += 1) {
        dead.keep(`call ${call}`, trace('x'.repeat(50)));
        if (call >= 10) dead.forget(`call ${call - 10}`);
      }
      free();
      const taken = open('next').takeOver('dead');
      expect(taken.map(({ key }) => key)).toEqual(
        Array.from({ length: 10 }, (_, index) => `call ${190 + index}`),
      );
    } finally {
      unmountDisk(parent);
    }
  });
});

describe('the file of a process', () => {
  it('goes with it, unless a trace is left', () => {
    const node = open('node');
    node.keep('a', trace('a'));
    node.close();
    expect(readdirSync(folder)).toEqual(['node.jsonl']);
    node.forget('a');
    node.close();
    node.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('grows no longer than what is kept and its bound', () => {
    const node = new TraceFolder({ folder, nodeId: 'node', logger: silentLogger, reservedBytes: 10_000 });
    const sizes = Array.from({ length: 2_000 }, (_, index) => {
      node.keep(`call ${index}`, trace('x'.repeat(100)));
      if (index >= 10) node.forget(`call ${index - 10}`);
      return statSync(path.join(folder, 'node.jsonl')).size;
    });
    expect(Math.max(...sizes)).toBeLessThan(15_000);
    expect(open('next').takeOver('node')).toHaveLength(10);
  });

  it('takes its room before there is anything to keep, and gives it back', () => {
    const node = new TraceFolder({ folder, nodeId: 'node', logger: silentLogger, reservedBytes: 5_000 });
    node.reserve();
    const sizeOf = (name: string) => statSync(path.join(folder, name)).size;
    expect(readdirSync(folder).map(sizeOf)).toEqual([5_000, 5_000]);
    node.keep('a', trace('a'));
    node.forget('a');
    expect(sizeOf('node.jsonl')).toBe(5_000);
    node.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that cannot be made costs no call, and the log says so once', () => {
    writeFileSync(folder, 'in the way');
    const log = new PassThrough();
    const node = new TraceFolder({ folder, nodeId: 'node', logger: createLogger('error', log) });
    node.keep('a', trace('a'));
    node.keep('b', trace('b'));
    expect(node.others()).toEqual([]);
    expect(node.takeOver('dead')).toEqual([]);
    const lines = String(log.read()).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'What ends calls after a crash cannot be kept.',
    ]);
  });

  it('holds all that is kept as soon as it can be made', () => {
    writeFileSync(folder, 'in the way');
    const node = open('node');
    node.keep('a', trace('a'));
    node.keep('b', trace('b'));
    rmSync(folder);
    expect(node.others()).toEqual([]);
    node.forget('b');
    expect(open('next').takeOver('node')).toEqual([{ key: 'a', trace: trace('a') }]);
  });

  it('that is taken over stays until its traces are kept elsewhere', () => {
    open('dead').keep('a', trace('a'));
    mkdirSync(path.join(folder, 'next.draft'));
    const next = open('next');
    expect(next.takeOver('dead')).toHaveLength(1);
    expect(next.others()).toEqual(['dead']);
    rmdirSync(path.join(folder, 'next.draft'));
    expect(next.takeOver('dead')).toHaveLength(1);
    expect(next.others()).toEqual([]);
    expect(open('third').takeOver('next')).toHaveLength(1);
  });
});
