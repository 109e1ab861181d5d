import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmptyDatabase } from '../../test/support/database.ts';
import { systemClock } from '../core/clock.ts';
import { silentLogger } from '../core/logger.ts';
import { openDatabase } from './database.ts';
import { readServerVersion, explainConnectionError } from './connection-error.ts';

const options = { clock: systemClock, logger: silentLogger };

describe('a server of the operator', () => {
  let freePort: number;
  beforeAll(async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    freePort = (server.address() as AddressInfo).port;
    await new Promise((resolve) => server.close(resolve));
  });

  it('that is down is reported without its password', async () => {
    const url = `postgresql://parley:secret@127.0.0.1:${freePort}/parley`;
    const sentence = `No PostgreSQL responds at 127.0.0.1:${freePort}. Start it, or correct PARLEY_DATABASE_URL.`;
    await expect(readServerVersion({ url })).rejects.toThrow(sentence);
    await expect(openDatabase({ url }, options)).rejects.toThrow(sentence);
  });

  it('that cannot be resolved is reported', async () => {
    await expect(readServerVersion({ url: 'postgresql://nowhere.invalid/parley' })).rejects.toThrow(
      'The host of nowhere.invalid:5432 cannot be found.',
    );
  });

  it.each([
    ['28P01', 'PostgreSQL at db.example.net:5432 rejects the login ada.'],
    ['3D000', 'PostgreSQL at db.example.net:5432 has no database calls. Create it:'],
    ['XX000', 'PostgreSQL at db.example.net:5432 cannot be used: the original message.'],
  ])('that responds with the error code %s is reported without its password', (code, sentence) => {
    const cause = Object.assign(new Error('the original message'), { code });
    const explained = explainConnectionError({ url: 'postgresql://ada:secret@db.example.net/calls' }, cause);
    expect(explained.message).toContain(sentence);
    expect(explained.message).not.toContain('secret');
    expect(explained.cause).toBe(cause);
  });
});

describe('an available server', () => {
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  beforeAll(async () => {
    database = await createEmptyDatabase();
  });
  afterAll(() => database.drop());

  it('returns its version', async () => {
    expect(await readServerVersion(database.connection)).toMatch(/^1[5-9]\./);
  });
});
