import type { CarrierInbox } from '../../contracts/message-carrier.ts';
import { messageCarrierSuite } from '../../contracts/testing/message-carrier-suite.ts';
import { silentLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { seededRandom } from '../../core/random.ts';
import { SmppCarrier, type SmppSettings } from './smpp-carrier.ts';
import { password, ScriptedSmsc, systemId } from './testing/scripted-smsc.ts';

const settingsOf = (smsc: ScriptedSmsc, clock: ManualClock): SmppSettings => ({
  url: { host: '127.0.0.1', port: smsc.port, tls: false, systemId, password, systemType: '' },
  window: 10,
  clock,
  random: seededRandom(1),
  logger: silentLogger,
});

/** Resolves when the carrier has noticed that the SMSC is bound, or is not. */
async function untilHealth(carrier: SmppCarrier, isBound: boolean): Promise<void> {
  while ((await carrier.checkHealth()).ok !== isBound) await new Promise((resolve) => setImmediate(resolve));
}

async function createCarrier(inbox: CarrierInbox) {
  const clock = new ManualClock();
  const smsc = await ScriptedSmsc.start();
  const carrier = new SmppCarrier(settingsOf(smsc, clock), inbox);
  await untilHealth(carrier, true);
  return { clock, smsc, carrier };
}

messageCarrierSuite(
  'SmppCarrier',
  {
    channel: 'sms',
    behaviours: ['accept', 'refuse', 'busy', 'lose_response', 'ignore', 'offline'],
    receipts: ['delivered', 'failed'],
    receives: true,
  },
  async (inbox) => {
    const { clock, smsc, carrier } = await createCarrier(inbox);
    return {
      carrier,
      credentials: [password],
      async setBehaviour(behaviour) {
        smsc.behaviour = behaviour;
        if (behaviour === 'offline') {
          await smsc.goOffline();
          await untilHealth(carrier, false);
          return;
        }
        await smsc.goOnline();
        // Ends a pause of throttling, or the delay before the next connection.
        await clock.advance(1_000);
        await untilHealth(carrier, true);
      },
      received: () => smsc.messages,
      waitForReceived: (count) => smsc.waitUntil(() => smsc.messages.length >= count),
      sendReceipts: (outcome) => smsc.sendReceipts(outcome),
      sendInbound: (message) => smsc.sendInbound(message),
      async close() {
        await carrier.close();
        await smsc.close();
      },
    };
  },
);
