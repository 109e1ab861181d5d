import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { processState } from '../store/embedded-postgres/process-state.ts';
import { isProcessGone, markOfSelf, type ProcessMark } from './process-mark.ts';

const ownMark = async (): Promise<ProcessMark> => (await markOfSelf())!;

describe.runIf(process.platform === 'linux')('the mark of a process', () => {
  it('tells that it lives', async () => {
    expect(await isProcessGone(await ownMark())).toBe(false);
  });

  it('tells that it was killed', async () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' });
    await once(child, 'spawn');
    const { started } = (await processState(child.pid!))!;
    const mark = { ...(await ownMark()), pid: child.pid!, started };
    expect(await isProcessGone(mark)).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await isProcessGone(mark)).toBe(true);
  });

  it('tells that another process has its id now', async () => {
    expect(await isProcessGone({ ...(await ownMark()), started: '1' })).toBe(true);
  });

  it('tells nothing of another machine, container or user', async () => {
    const mark = { ...(await ownMark()), space: 'elsewhere', started: '1' };
    expect(await isProcessGone(mark)).toBe(false);
  });

  it.each([[undefined], [null], ['mark'], [{}], [{ space: 1, pid: 2, started: '3' }]])(
    'is not %j, of which nothing is known',
    async (mark) => {
      expect(await isProcessGone(mark)).toBe(false);
    },
  );
});
