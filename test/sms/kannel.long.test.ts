import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryReceipt, InboundMessage } from '../../src/contracts/message-carrier.ts';
import { MemoryPartStore } from '../../src/contracts/testing/memory-part-store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { systemRandom } from '../../src/core/random.ts';
import { SmppCarrier } from '../../src/providers/smpp/smpp-carrier.ts';
import { hasKannel, Kannel } from './kannel.ts';
import { SmsSwitch } from './sms-switch.ts';

const ours = '+14155552670';
const phone = '+14155552671';

const texts = [
  'Hello [you], 20 € for a {box}~',
  'Grüße aus München 🙂',
  'a'.repeat(153 * 2 + 1),
  'Ihr Termin ist am Dienstag 🙂. שלום, בוא ביום שלישי. '.repeat(6).trim(),
];

describe.skipIf(!hasKannel)('SMPP with Kannel (needs kannel, package kannel)', { timeout: 30_000 }, () => {
  let smsSwitch: SmsSwitch;
  let kannel: Kannel;
  let carrier: SmppCarrier;
  const inbound: InboundMessage[] = [];
  const receipts: DeliveryReceipt[] = [];

  beforeAll(async () => {
    smsSwitch = await SmsSwitch.start(['parley', 'phones']);
    kannel = await Kannel.start({ firstPort: 29_600, smscPort: smsSwitch.port, systemId: 'phones' });
    carrier = new SmppCarrier(
      {
        url: {
          host: '127.0.0.1',
          port: smsSwitch.port,
          tls: false,
          systemId: 'parley',
          password: '',
          systemType: '',
        },
        window: 10,
        clock: systemClock,
        random: systemRandom,
        logger: silentLogger,
      },
      {
        parts: new MemoryPartStore(systemClock),
        onMessage: async (message) => void inbound.push(message),
        onReceipt: async (receipt) => void receipts.push(receipt),
      },
    );
  });
  afterAll(async () => {
    await carrier.close();
    await kannel.close();
    smsSwitch.close();
  });

  it('exchanges texts of all alphabets and lengths, with a receipt per part', async () => {
    const accepted: string[] = [];
    for (const text of texts) {
      const message = {
        channel: 'sms',
        reference: `m${accepted.length}`,
        from: ours,
        to: phone,
        text,
      } as const;
      const { externalIds } = await carrier.send(message, AbortSignal.timeout(5_000));
      accepted.push(...externalIds);
    }
    await kannel.receives(phone, texts.length);
    expect(kannel.textsOf(phone)).toEqual(texts);
    await expect
      .poll(() => receipts.map(({ externalId, outcome }) => [externalId, outcome]))
      .toEqual(accepted.map((id) => [id, 'delivered']));

    for (const text of texts) await kannel.send({ from: phone, to: ours, text });
    await expect.poll(() => inbound.map(({ text }) => text)).toEqual(texts);
    expect(inbound[0]).toMatchObject({ from: phone, to: [ours] });
  });
});
