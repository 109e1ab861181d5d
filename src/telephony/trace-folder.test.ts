import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger, silentLogger } from '../core/logger.ts';
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

  it('that was cut short is thrown away, and those beside it are not', () => {
    open('dead').keep('a', trace('a'));
    for (const text of ['', '{"key":"b","tra', 'null', '{"key":1,"trace":{}}', '{"key":"c"}'])
      writeFileSync(path.join(folder, 'dead', `${text.length}.json`), text);
    expect(
      open('next')
        .takeOver('dead')
        .map(({ key }) => key),
    ).toEqual(['a']);
    expect(readdirSync(folder)).toEqual(['next']);
  });

  it('may be read by its owner alone', () => {
    open('node').keep('a', trace('a'));
    const [file] = readdirSync(path.join(folder, 'node'));
    expect(statSync(path.join(folder, 'node')).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(folder, 'node', file!)).mode & 0o777).toBe(0o600);
  });
});

describe('the folder of a process', () => {
  it('goes with it, unless a trace is left', () => {
    const node = open('node');
    node.keep('a', trace('a'));
    node.close();
    expect(existsSync(path.join(folder, 'node'))).toBe(true);
    node.forget('a');
    node.close();
    node.close();
    expect(existsSync(path.join(folder, 'node'))).toBe(false);
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
});
