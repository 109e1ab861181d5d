import { afterAll, describe, expect, it } from 'vitest';
import { silentLogger as logger } from '../../src/core/logger.ts';
import { systemRandom as random } from '../../src/core/random.ts';
import { createSipTransactionLayer } from '../../src/sip/create-transaction-layer.ts';
import { nameAddr } from '../../src/sip/name-addr.ts';
import { openUdpTransport } from '../../src/sip/transport/udp-transport.ts';
import { parseUri } from '../../src/sip/uri.ts';
import { createUserAgent } from '../../src/sip/user-agent.ts';
import { fastClock } from './fast-clock.ts';
import { hasSipp, SippPeers } from './sipp.ts';

const address = '127.0.0.1';
const clock = fastClock(20);

async function openAgent() {
  const transport = await openUdpTransport({ address, port: 0, logger });
  const layer = createSipTransactionLayer({ clock, random, logger, transports: [transport] });
  return createUserAgent({ clock, random, layer, logger, locate: () => Promise.resolve([]) });
}

describe.skipIf(!hasSipp)(
  'a registration with SIPp as the registrar (needs sipp, package sip-tester)',
  { retry: 2 },
  () => {
    const peers = new SippPeers(15_290, 2);

    afterAll(() => peers.close());

    it('answers a challenge and a 423, is refreshed, and is removed at the end', async () => {
      const sipp = peers.start({ scenario: 'registrar' });
      await sipp.ready();
      const agent = await openAgent();
      const states: string[] = [];
      const refreshed = Promise.withResolvers<void>();
      agent.register({
        identity: nameAddr(parseUri('sip:parley@sipp.example')),
        registrar: 'sip:sipp.example',
        locate: () => Promise.resolve([{ protocol: 'udp', address, port: sipp.port }]),
        account: { username: 'parley', password: 'secret' },
        onChange: (state) => {
          states.push(state);
          if (states.filter((name) => name === 'registered').length === 2) refreshed.resolve();
        },
      });
      await refreshed.promise;
      await agent.close();
      expect(await sipp.finished).toEqual({ code: 0, errors: '' });
      expect(states).toEqual(['registered', 'registering', 'registered', 'closed']);
    });
  },
);
