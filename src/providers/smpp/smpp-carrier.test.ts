import { messageCarrierSuite } from '../../contracts/testing/message-carrier-suite.ts';
import { openTestCarrier, untilHealth } from './testing/open-test-carrier.ts';
import { password } from './testing/scripted-smsc.ts';

messageCarrierSuite(
  'SmppCarrier',
  {
    channel: 'sms',
    behaviours: ['accept', 'refuse', 'busy', 'lose_response', 'ignore', 'offline'],
    receipts: ['delivered', 'failed'],
    receives: true,
  },
  async (inbox) => {
    const { clock, smsc, carrier } = await openTestCarrier(inbox);
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
