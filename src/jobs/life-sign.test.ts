import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clearLifeSigns, giveLifeSign, isProcessGone, type LifeSign } from './life-sign.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'parley-life-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that listens there until it is killed. */
async function listener(socket: string): Promise<ChildProcess> {
  const text = `require('node:net').createServer().listen(process.argv[1], () => console.log('ready'))`;
  const child = spawn(process.execPath, ['-e', text, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

async function ownSign(): Promise<LifeSign> {
  const { sign, close } = await giveLifeSign(folder, 'self');
  await close();
  return sign!;
}

describe.runIf(process.platform === 'linux')('the sign of a process', () => {
  it('tells that it lives, as often as it is asked, until it says goodbye', async () => {
    const { sign, close } = await giveLifeSign(path.join(folder, 'new'), 'self');
    const answers = await Promise.all(Array.from({ length: 20 }, () => isProcessGone(sign)));
    expect(new Set(answers)).toEqual(new Set([false]));
    await close();
    expect(existsSync(sign!.socket)).toBe(false);
  });

  it('tells that it was killed, until it is cleared away', async () => {
    const sign = { ...(await ownSign()), socket: path.join(folder, 'child.sock') };
    const child = await listener(sign.socket);
    expect(await isProcessGone(sign)).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(existsSync(sign.socket)).toBe(true);
    expect([await isProcessGone(sign), await isProcessGone(sign)]).toEqual([true, true]);
    await clearLifeSigns(folder, ['child', 'another']);
    expect([existsSync(sign.socket), await isProcessGone(sign)]).toEqual([false, false]);
  });

  it('tells that it lives while it is stopped', async () => {
    const sign = { ...(await ownSign()), socket: path.join(folder, 'stopped.sock') };
    const child = await listener(sign.socket);
    child.kill('SIGSTOP');
    expect(await isProcessGone(sign)).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  it('tells nothing of another machine, nor where there is no socket', async () => {
    const sign = await ownSign();
    expect(await isProcessGone(sign)).toBe(false);
    const socket = path.join(folder, 'killed.sock');
    const child = await listener(socket);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await isProcessGone({ bootId: 'another', socket })).toBe(false);
  });

  it.each([
    [undefined],
    [null],
    ['sign'],
    [{}],
    [{ bootId: '', socket: '/a' }],
    [{ bootId: 'a', socket: 'b' }],
  ])('is not %j, of which nothing is known', async (sign) => {
    expect(await isProcessGone(sign)).toBe(false);
  });

  it('is not given where the path is too long, or the folder cannot be made', async () => {
    writeFileSync(path.join(folder, 'file'), '');
    for (const place of [path.join(folder, 'x'.repeat(120)), path.join(folder, 'file')]) {
      const { sign, close } = await giveLifeSign(place, 'self');
      expect(sign).toBeUndefined();
      await close();
    }
  });
});
