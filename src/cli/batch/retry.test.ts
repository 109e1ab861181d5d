import { describe, expect, it } from 'vitest';
import { Retry } from '../../domain/batches/batch.ts';
import { UsageError } from '../output.ts';
import { readRetry } from './retry.ts';

describe('readRetry', () => {
  it('leaves the default to the service', () => {
    expect(readRetry({})).toBeUndefined();
    expect(readRetry({ attempts: '3' })).toEqual({ maxAttempts: 3 });
  });

  it('returns the options in the format of the API', () => {
    const read = readRetry({
      attempts: '10',
      retryOn: ['busy', 'No_Answer', 'busy'],
      retryAfter: ['30m', '86400s', '30d'],
    });
    expect(read).toEqual({ maxAttempts: 10, on: ['busy', 'no_answer'], delays: ['30m', '86400s', '30d'] });
    expect(Retry.parse(read)).toEqual(read);
  });

  it.each([
    [{ attempts: '0' }, '--attempts takes a number from 1 to 10, not 0.'],
    [{ attempts: '11' }, '--attempts takes a number from 1 to 10, not 11.'],
    [{ attempts: '2.5' }, '--attempts takes a number from 1 to 10, not 2.5.'],
    [{ retryOn: ['busy'] }, 'require --attempts'],
    [{ attempts: '1', retryAfter: ['30m'] }, 'require --attempts'],
    [
      { attempts: '2', retryOn: ['answered'] },
      '--retry-on takes no_answer,busy,voicemail,failed, not answered.',
    ],
    [{ attempts: '2', retryAfter: ['soon'] }, '--retry-after takes delays such as 30m,4h,1d, up to 30 days'],
    [{ attempts: '2', retryAfter: ['30'] }, 'not 30.'],
    [{ attempts: '2', retryAfter: ['31d'] }, 'not 31d.'],
    [{ attempts: '2', retryAfter: ['721h'] }, 'not 721h.'],
    [{ attempts: '2', retryAfter: ['0m'] }, 'not 0m.'],
    [{ attempts: '2', retryAfter: Array<string>(10).fill('1h') }, 'takes 9 delays at most'],
  ])('rejects %j', (options, message) => {
    expect(() => readRetry(options)).toThrow(UsageError);
    expect(() => readRetry(options)).toThrow(message);
  });
});
