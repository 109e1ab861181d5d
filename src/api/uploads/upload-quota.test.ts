import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLogger, silentLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { UploadQuota } from './upload-quota.ts';

const limits = { maxWorkspaceBytes: 100, maxAllBytes: 150, maxMemoryBytes: 10, minFreeBytes: 1000 };
const quotaWith = (space = Infinity) =>
  new UploadQuota('/nowhere', {
    clock: new ManualClock(),
    logger: silentLogger,
    limits,
    freeBytes: async () => space,
  });
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
    await expect(quotaWith(999).open('ws_one').grow(11)).rejects.toMatchObject({ code: 'storage_full' });
    await quotaWith(1000).open('ws_one').grow(11);
    await quotaWith(0).open('ws_one').grow(10);
  });

  it('logs a disk that is full or read-only once, and once when it can be used again', async () => {
    const clock = new ManualClock();
    const messages: string[] = [];
    const write = (line: Buffer, _encoding: string, done: () => void) => {
      const { msg, reason } = JSON.parse(line.toString()) as { msg: string; reason?: string };
      messages.push(reason ?? msg);
      done();
    };
    const logger = createLogger('info', new Writable({ write }));
    let space = 999;
    const quota = new UploadQuota('/nowhere', { clock, logger, limits, freeBytes: async () => space });
    const upload = quota.open('ws_one');
    await expect(upload.grow(11)).rejects.toMatchObject({ code: 'storage_full' });
    await expect(upload.grow(2 ** 24)).rejects.toMatchObject({ code: 'upload_limit_reached' });
    await clock.advance(5_000);
    const readOnly = Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
    const failed = upload.write(() => Promise.reject(readOnly));
    await expect(failed).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(messages).toEqual(['The disk of the server has too little free space for uploads.']);
    space = 1000;
    await clock.advance(1_000);
    expect(messages.at(-1)).toBe('The disk of the data folder can be used for uploads again.');
    await expect(upload.write(() => Promise.reject(readOnly))).rejects.toThrow('read-only');
    expect(messages.at(-1)).toBe('The disk of the server is read-only.');
    expect(messages).toHaveLength(3);
    quota.close();
  });
});
