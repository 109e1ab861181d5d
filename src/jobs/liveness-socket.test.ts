import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  removeLivenessSockets,
  openLivenessSocket,
  isProcessDead,
  type LivenessSocket,
} from './liveness-socket.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'parley-life-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a process that listens on the socket until it is killed. */
async function listener(socket: string): Promise<ChildProcess> {
  const text = `require('node:net').createServer().listen(process.argv[1], () => console.log('ready'))`;
  const child = spawn(process.execPath, ['-e', text, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

async function closedSocket(): Promise<LivenessSocket> {
  const { liveness: sign, close } = await openLivenessSocket(folder, 'self');
  await close();
  return sign!;
}

describe.runIf(process.platform === 'linux')('a liveness socket', () => {
  it('shows that its process lives until it is closed', async () => {
    const { liveness: sign, close } = await openLivenessSocket(path.join(folder, 'new'), 'self');
    const answers = await Promise.all(Array.from({ length: 20 }, () => isProcessDead(sign)));
    expect(new Set(answers)).toEqual(new Set([false]));
    await close();
    expect(existsSync(sign!.socket)).toBe(false);
  });

  it('proves that its process was killed, until it is removed', async () => {
    const sign = { ...(await closedSocket()), socket: path.join(folder, 'child.sock') };
    const child = await listener(sign.socket);
    expect(await isProcessDead(sign)).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(existsSync(sign.socket)).toBe(true);
    expect([await isProcessDead(sign), await isProcessDead(sign)]).toEqual([true, true]);
    await removeLivenessSockets(folder, ['child', 'another']);
    expect([existsSync(sign.socket), await isProcessDead(sign)]).toEqual([false, false]);
  });

  it('shows that a stopped process lives', async () => {
    const sign = { ...(await closedSocket()), socket: path.join(folder, 'stopped.sock') };
    const child = await listener(sign.socket);
    child.kill('SIGSTOP');
    expect(await isProcessDead(sign)).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  it('proves nothing about another machine or without a socket', async () => {
    const sign = await closedSocket();
    expect(await isProcessDead(sign)).toBe(false);
    const socket = path.join(folder, 'killed.sock');
    const child = await listener(socket);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await isProcessDead({ bootId: 'another', socket })).toBe(false);
  });

  it.each([
    [undefined],
    [null],
    ['text'],
    [{}],
    [{ bootId: '', socket: '/a' }],
    [{ bootId: 'a', socket: 'b' }],
  ])('is not read from %j, which proves nothing', async (value) => {
    expect(await isProcessDead(value)).toBe(false);
  });

  it('is not opened if the path is too long or the folder cannot be created', async () => {
    writeFileSync(path.join(folder, 'file'), '');
    for (const place of [path.join(folder, 'x'.repeat(120)), path.join(folder, 'file')]) {
      const { liveness: sign, close } = await openLivenessSocket(place, 'self');
      expect(sign).toBeUndefined();
      await close();
    }
  });
});
