import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';

function logged(write: (logger: ReturnType<typeof createLogger>) => void): Record<string, unknown> {
  const lines = new PassThrough();
  write(createLogger('info', lines));
  return JSON.parse(String(lines.read())) as Record<string, unknown>;
}

describe('the logger', () => {
  it('redacts secrets at any depth', () => {
    const line = logged((logger) =>
      logger.info(
        { apiKey: 'sk_live_x', trunk: { password: 'p' }, headers: { 'x-api-key': 'k' } },
        'A request failed.',
      ),
    );
    expect(line).toMatchObject({
      apiKey: '[hidden]',
      trunk: { password: '[hidden]' },
      headers: { 'x-api-key': '[hidden]' },
      msg: 'A request failed.',
    });
  });

  it('logs an error without fields that a library attached to it', () => {
    const error = Object.assign(new Error('unavailable', { cause: new Error('disconnected') }), {
      code: '57P01',
      client: { secretKey: 42 },
    });
    const line = logged((logger) => logger.error({ err: error }, 'A query failed.'));
    expect(line['err']).toMatchObject({
      type: 'Error',
      message: 'unavailable',
      code: '57P01',
      cause: { message: 'disconnected' },
    });
    expect(JSON.stringify(line)).not.toContain('secretKey');
  });

  it('limits the depth of causes', () => {
    const error = new Error('circular');
    error.cause = error;
    expect(logged((logger) => logger.error({ error }, 'Circular.'))).toHaveProperty(
      'error.cause.cause.cause.cause.message',
      'circular',
    );
  });
});
