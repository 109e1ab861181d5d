import { describe, expect, it } from 'vitest';
import { UploadQuota } from './upload-quota.ts';

const limits = { workspaceBytesMax: 100, allBytesMax: 150, memoryBytesMax: 10, freeBytesMin: 1000 };
const quotaWith = (freeBytes = Infinity) => new UploadQuota('/nowhere', limits, async () => freeBytes);
const rejected = (code: string) => ({ code, status: 429 });

describe('UploadQuota', () => {
  it('limits all uploads of a workspace together', async () => {
    const space = quotaWith();
    const [first, second] = [space.open('ws_one'), space.open('ws_one')];
    await first.grow(60);
    await expect(second.grow(41)).rejects.toMatchObject(rejected('upload_limit_reached'));
    await space.open('ws_other').grow(60);
    first.release();
    first.release();
    await second.grow(90);
  });

  it('limits all workspaces together', async () => {
    const space = quotaWith();
    await space.open('ws_one').grow(80);
    await space.open('ws_two').grow(60);
    await expect(space.open('ws_three').grow(11)).rejects.toMatchObject(rejected('upload_limit_reached'));
  });

  it('keeps disk space free for the database', async () => {
    await expect(quotaWith(999).open('ws_one').grow(11)).rejects.toMatchObject(rejected('storage_full'));
    await quotaWith(1000).open('ws_one').grow(11);
    await quotaWith(0).open('ws_one').grow(10);
  });
});
