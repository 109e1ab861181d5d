import { afterEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { seededRandom } from '../core/random.ts';
import type { CallTrace, CallTraces } from '../sip/call-trace.ts';
import { createSipTransactionLayer } from '../sip/create-transaction-layer.ts';
import { numericTarget } from '../sip/locate-hop.ts';
import { createSipCarrier, type SipCarrierOptions } from './sip-carrier.ts';
import { CarrierUnderTest, firstTrunk, secondTrunk } from './testing/carrier-under-test.ts';

const trunks = [secondTrunk, { ...firstTrunk, user: 'us', password: 'secret' }];
let test: CarrierUnderTest;
afterEach(() => test.close());

/** Kept as long as the test runs. */
function tracesInMemory() {
  const kept = new Map<string, CallTrace>();
  const traces: CallTraces = {
    keep: (key, trace) => void kept.set(key, trace),
    forget: (key) => void kept.delete(key),
  };
  return { kept, traces };
}

/** A carrier that takes the address of the first, which is heard of no more. */
function succeed(traces: CallTraces) {
  const clock = new ManualClock();
  const options: Omit<SipCarrierOptions, 'layer'> = {
    clock,
    random: seededRandom(2),
    logger: silentLogger,
    engine: test.engine,
    locate: (uri) => Promise.resolve([numericTarget(uri)!]),
    own: { local: '192.0.2.1' },
    trunks,
    isOwned: () => false,
    watchesTrunks: false,
    traces,
  };
  const layer = createSipTransactionLayer({
    ...options,
    transports: [test.network.open('udp', '192.0.2.1')],
  });
  return { clock, carrier: createSipCarrier({ ...options, layer }) };
}

describe('a carrier', () => {
  it('hangs up the call of one before it, with the account of its trunk', async () => {
    const { kept, traces } = tracesInMemory();
    test = new CarrierUnderTest({ trunks, traces });
    await test.dial();
    const [invite] = test.second.requests('INVITE').concat(test.first.requests('INVITE'));
    test.first.reply(invite!, 200, { sdp: 'v=0' });
    await test.settle();
    expect(kept.size).toBe(1);
    const { clock, carrier } = succeed(traces);
    for (const [key, trace] of kept) carrier.endAbandoned({ key, trace });
    await clock.advance(0);
    const challenge = ['WWW-Authenticate', 'Digest realm="trunk", nonce="n1"'] as const;
    test.first.reply(test.first.requests('BYE').at(-1)!, 401, { fields: [challenge] });
    await clock.advance(0);
    const bye = test.first.requests('BYE').at(-1)!;
    expect(bye.headers.get('Authorization')).toContain('username="us"');
    test.first.reply(bye, 200);
    await clock.advance(0);
    expect(kept.size).toBe(0);
    await carrier.close();
  });
});
