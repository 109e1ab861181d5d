import { afterEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { seededRandom } from '../core/random.ts';
import type { DialogLogEntry, DialogLog } from '../sip/dialog-log.ts';
import { createSipTransactionLayer } from '../sip/create-transaction-layer.ts';
import { numericTarget } from '../sip/locate-hop.ts';
import { createSipCarrier, type SipCarrierOptions } from './sip-carrier.ts';
import { CarrierUnderTest, firstTrunk, secondTrunk } from './testing/carrier-under-test.ts';

const trunks = [secondTrunk, { ...firstTrunk, user: 'us', password: 'secret' }];
let test: CarrierUnderTest;
afterEach(() => test.close());

/** Creates a dialog log in memory, which several carriers can use. */
function createMemoryDialogLog() {
  const entries = new Map<string, DialogLogEntry>();
  const dialogLog: DialogLog = {
    put: (key, trace) => void entries.set(key, trace),
    remove: (key) => void entries.delete(key),
  };
  return { entries, dialogLog };
}

/** Creates a carrier at the address of the first one, which has terminated. */
function createSuccessor(dialogLog: DialogLog) {
  const clock = new ManualClock();
  const options: Omit<SipCarrierOptions, 'layer'> = {
    clock,
    random: seededRandom(2),
    logger: silentLogger,
    engine: test.engine,
    locate: (uri) => Promise.resolve([numericTarget(uri)!]),
    ownAddresses: { local: '192.0.2.1' },
    trunks,
    isOwned: () => false,
    monitorsTrunks: false,
    dialogLog,
  };
  const layer = createSipTransactionLayer({
    ...options,
    transports: [test.network.open('udp', '192.0.2.1')],
  });
  return { clock, carrier: createSipCarrier({ ...options, layer }) };
}

describe('SipCarrier', () => {
  it('ends the call of a terminated carrier, with the account of its trunk', async () => {
    const { entries, dialogLog } = createMemoryDialogLog();
    test = new CarrierUnderTest({ trunks, dialogLog });
    await test.dial();
    const [invite] = test.second.requests('INVITE').concat(test.first.requests('INVITE'));
    test.first.reply(invite!, 200, { sdp: 'v=0' });
    await test.settle();
    expect(entries.size).toBe(1);
    const { clock, carrier } = createSuccessor(dialogLog);
    for (const [key, trace] of entries) carrier.endOrphanedCall({ key, trace });
    await clock.advance(0);
    const challenge = ['WWW-Authenticate', 'Digest realm="trunk", nonce="n1"'] as const;
    test.first.reply(test.first.requests('BYE').at(-1)!, 401, { fields: [challenge] });
    await clock.advance(0);
    const bye = test.first.requests('BYE').at(-1)!;
    expect(bye.headers.get('Authorization')).toContain('username="us"');
    test.first.reply(bye, 200);
    await clock.advance(0);
    expect(entries.size).toBe(0);
    await carrier.close();
  });
});
