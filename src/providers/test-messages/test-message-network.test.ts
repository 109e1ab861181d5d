import { describe, expect, it } from 'vitest';
import { createTransport } from 'nodemailer';
import { createLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { seededRandom } from '../../core/random.ts';
import { TestMessageNetwork } from './test-message-network.ts';
import { MemoryMessageLog } from './testing/memory-log.ts';

describe('the test network for messages', () => {
  it('ends the answers of a persona in a conversation that a user answers', async () => {
    const clock = new ManualClock();
    const log = new MemoryMessageLog();
    const network = new TestMessageNetwork({
      clock,
      random: seededRandom(7),
      logger: createLogger('silent'),
    });
    // The discard port has no listener.
    const server = await network.openMailboxes(log, { host: '127.0.0.1', port: 9 });
    const transport = createTransport({ ...server, ignoreTLS: true });
    const mail = { from: 'office@parley.test', to: 'ada@example.com', subject: 'Visit', text: 'Hello' };
    await transport.sendMail(mail);
    network.answer(log.arrivals[0]!, 'I answer myself.');
    await transport.sendMail(mail);
    await clock.advance(10_000);
    expect(log.arrivals).toHaveLength(2);
    expect(log.answers).toEqual([]);
    await network.closeMailboxes();
    await network.closePhones();
    expect(clock.pendingTimers).toBe(0);
  });
});
