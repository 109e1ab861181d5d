import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { SMTPServer } from 'smtp-server';
import { systemClock } from '../core/clock.ts';
import { readConfig } from '../core/config.ts';
import { createLogger } from '../core/logger.ts';
import { systemRandom } from '../core/random.ts';
import { checkMessageCarriers } from './check-message-carriers.ts';

/** A clock on which the maximum wait ends early. */
const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() * 20 };
const dependencies = { clock, random: systemRandom, logger: createLogger('silent') };
const check = (environment: Record<string, string>) =>
  checkMessageCarriers(readConfig(environment), dependencies);

describe('checkMessageCarriers', () => {
  it('checks nothing without settings', async () => {
    expect(await check({})).toEqual([]);
  });

  it('reports a mail server that responds', async () => {
    const server = new SMTPServer({ disabledCommands: ['AUTH', 'STARTTLS'], closeTimeout: 100 });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    const findings = await check({
      PARLEY_SMTP_URL: `smtp://127.0.0.1:${port}`,
      PARLEY_MAIL_FROM: 'office@example.com',
    });
    expect(findings).toMatchObject([
      { name: 'messages by smtp', ok: true, detail: expect.stringContaining(`127.0.0.1:${port}`) },
    ]);
    await new Promise<void>((resolve) => server.close(resolve));
  });

  it('reports an SMSC that refuses connections', async () => {
    const closed = createServer();
    closed.listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    const [finding] = await check({
      PARLEY_SMPP_URL: `smpp://user:secret@127.0.0.1:${port}`,
      PARLEY_SMS_FROM: '+12025550199',
    });
    expect(finding).toMatchObject({ name: 'messages by smpp', ok: false });
    expect(finding!.detail).not.toContain('secret');
  });
});
