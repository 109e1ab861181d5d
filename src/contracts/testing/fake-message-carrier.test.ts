import { FakeMessageCarrier } from './fake-message-carrier.ts';
import { messageCarrierSuite } from './message-carrier-suite.ts';

const isResolved = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

messageCarrierSuite(
  'FakeMessageCarrier',
  {
    channel: 'sms',
    behaviours: ['accept', 'refuse', 'refuse_opted_out', 'busy', 'lose_response', 'ignore', 'offline'],
    receipts: ['delivered', 'failed'],
    receives: true,
  },
  async (inbox) => {
    const carrier = new FakeMessageCarrier('fake', 'sms');
    return {
      carrier,
      credentials: [],
      setBehaviour: async (behaviour) => {
        carrier.behaviour = behaviour;
      },
      received: () => carrier.read.map(({ from, to, text }) => ({ from, to, text })),
      waitForReceived: (count) => carrier.waitForRead(count),
      sendReceipts: (outcome) => isResolved(carrier.sendReceipts(inbox, outcome)),
      sendInbound: ({ from, to, text }) =>
        isResolved(inbox.onMessage({ channel: 'sms', externalId: `in-${text}`, from, to: [to], text })),
      close: () => carrier.close(),
    };
  },
);
