import { describe, expect, it } from 'vitest';
import { UploadQuota } from './upload-quota.ts';

const limits = { workspaceBytesMax: 100, allBytesMax: 150, memoryBytesMax: 10, freeBytesMin: 1000 };
const quotaWith = (freeBytes = Infinity) => new UploadQuota('/nowhere', limits, async () => freeBytes);
const rejected = (code: string) => ({ code, status: 429 });

describe('UploadQuota', () => {
  it('limits all uploads of a workspace together', async () => {
    const quota = quotaWith();
    const [first, second] = [quota.open('ws_one'), quota.open('ws_one')];
    await first.grow(60);
    await expect(second.grow(41)).rejects.toMatchObject(rejected('upload_limit_reached'));
    await quota.open('ws_other').grow(60);
    first.release();
    await second.grow(90);
  });

  it('releases a reservation once if it is released twice', async () => {
    const quota = quotaWith();
    const [first, second] = [quota.open('ws_one'), quota.open('ws_one')];
    await first.grow(60);
    await second.grow(40);
    first.release();
    first.release();
    await expect(second.grow(61)).rejects.toMatchObject(rejected('upload_limit_reached'));
    await second.grow(60);
  });

  it('limits all workspaces together', async () => {
    const quota = quotaWith();
    await quota.open('ws_one').grow(80);
    await quota.open('ws_two').grow(60);
    await expect(quota.open('ws_three').grow(11)).rejects.toMatchObject(rejected('upload_limit_reached'));
  });

  it('keeps disk space free for the database; uploads in memory need none', async () => {
    await expect(quotaWith(999).open('ws_one').grow(11)).rejects.toMatchObject(rejected('storage_full'));
    await quotaWith(1000).open('ws_one').grow(11);
    await quotaWith(0).open('ws_one').grow(10);
  });
});
