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
  folder = mkdtempSync(path.join(os.tmpdir(), 'parley-liveness-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a process that listens on the socket until it is killed. */
async function startListener(socket: string): Promise<ChildProcess> {
  const text = `require('node:net').createServer().listen(process.argv[1], () => console.log('ready'))`;
  const child = spawn(process.execPath, ['-e', text, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

/** Returns the boot id of this machine with the path of a closed socket. */
async function closedSocket(): Promise<LivenessSocket> {
  const { liveness, close } = await openLivenessSocket(folder, 'self');
  await close();
  return liveness!;
}

describe.runIf(process.platform === 'linux')('a liveness socket', () => {
  it('shows that its process is alive until it is closed', async () => {
    const { liveness, close } = await openLivenessSocket(path.join(folder, 'new'), 'self');
    const results = await Promise.all(Array.from({ length: 20 }, () => isProcessDead(liveness)));
    expect(new Set(results)).toEqual(new Set([false]));
    await close();
    expect(existsSync(liveness!.socket)).toBe(false);
  });

  it('proves that its process was killed, until the socket is removed', async () => {
    const liveness = { ...(await closedSocket()), socket: path.join(folder, 'child.sock') };
    const child = await startListener(liveness.socket);
    expect(await isProcessDead(liveness)).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(existsSync(liveness.socket)).toBe(true);
    expect([await isProcessDead(liveness), await isProcessDead(liveness)]).toEqual([true, true]);
    await removeLivenessSockets(folder, ['child', 'another']);
    expect([existsSync(liveness.socket), await isProcessDead(liveness)]).toEqual([false, false]);
  });

  it('shows that a suspended process is alive', async () => {
    const liveness = { ...(await closedSocket()), socket: path.join(folder, 'stopped.sock') };
    const child = await startListener(liveness.socket);
    child.kill('SIGSTOP');
    expect(await isProcessDead(liveness)).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  it('proves nothing on another machine or if the socket does not exist', async () => {
    const liveness = await closedSocket();
    expect(await isProcessDead(liveness)).toBe(false);
    const socket = path.join(folder, 'killed.sock');
    const child = await startListener(socket);
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
  ])('proves nothing if its record is %j', async (value) => {
    expect(await isProcessDead(value)).toBe(false);
  });

  it('is not opened if the path is too long or the folder cannot be created', async () => {
    writeFileSync(path.join(folder, 'file'), '');
    for (const unusableFolder of [path.join(folder, 'x'.repeat(120)), path.join(folder, 'file')]) {
      const { liveness, close } = await openLivenessSocket(unusableFolder, 'self');
      expect(liveness).toBeUndefined();
      await close();
    }
  });
});
