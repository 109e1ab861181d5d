import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { idSource } from '../../src/core/ids.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { ManualClock } from '../../src/core/manual-clock.ts';
import { seededRandom } from '../../src/core/random.ts';
import { SecretBox } from '../../src/core/secret-box.ts';
import { MailTokens } from '../../src/messaging/mail-tokens.ts';
import { inboxOf } from '../../src/messaging/receiving/inbox.ts';
import { MessageRoutes } from '../../src/messaging/sending/message-routes.ts';
import { receiveMessage } from '../../src/messaging/receiving/receive-message.ts';
import { SmppCarrier } from '../../src/providers/smpp/smpp-carrier.ts';
import { incompleteMs, searchMs } from '../../src/providers/smpp/reassembly.ts';
import { settingsOf, untilHealth } from '../../src/providers/smpp/testing/open-test-carrier.ts';
import { ScriptedSmsc } from '../../src/providers/smpp/testing/scripted-smsc.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { noon } from '../support/fixtures.ts';
import {
  messagesOf,
  ownNumber,
  seedConversation,
  seedMessaging,
  type MessagingFixture,
} from '../support/inbound-messages.ts';

const ok = 0;
const total = 3;
const random = seededRandom(4);
const tokens = new MailTokens(new SecretBox([random.bytes(32)], random));
let database: TestDatabase;
let fixture: MessagingFixture;
/** Every workspace may use the sender. */
const routes = new MessageRoutes([
  { carrier: 'smpp', channel: 'sms', from: ownNumber, fromName: '', carries: 'test' },
]);
let clock: ManualClock;
let nodes: { readonly smsc: ScriptedSmsc; readonly carrier: SmppCarrier }[];
let lastNumber = 2_025_550_110;
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await seedMessaging(database.db);
});
beforeEach(() => {
  clock = new ManualClock(noon.getTime());
  nodes = [];
});
const closeNodes = async () => {
  for (const { smsc, carrier } of nodes.splice(0)) {
    await carrier.close();
    await smsc.close();
  }
};
afterEach(closeNodes);
afterAll(() => database.close());

/** Opens a carrier with the database and an SMSC. A process that is killed is replaced by another one. */
async function openNode(): Promise<ScriptedSmsc> {
  const smsc = await ScriptedSmsc.start();
  const context = {
    database: database.db,
    clock,
    logger: silentLogger,
    ids: idSource(clock, random),
    tokens,
    routes,
  };
  const inbox = inboxOf('smpp', {
    ...context,
    onInbound: (carrier, message) => receiveMessage(context, carrier, message),
  });
  const carrier = new SmppCarrier(settingsOf(smsc, clock), inbox);
  nodes.push({ smsc, carrier });
  await untilHealth(carrier, true);
  return smsc;
}

async function newCustomer() {
  const number = `+1${(lastNumber += 1)}`;
  const conversation = await seedConversation(database.db, fixture, { recipient: number });
  return {
    number,
    /** Returns the texts that are stored. */
    texts: async () =>
      (await messagesOf(database.db, conversation))
        .filter(({ direction }) => direction === 'inbound')
        .map(({ content }) => content),
  };
}

const countOpenParts = async () => {
  const text = 'select from inbound_parts where delivered_at is null';
  return (await database.db.asSystem().rows({ text })).length;
};

/** Delivers a part, and returns the status of the response. */
const deliverPart = (smsc: ScriptedSmsc, from: string, number: number, text: string) =>
  smsc.request({
    source_addr_ton: 1,
    source_addr: from.slice(1),
    dest_addr_ton: 1,
    destination_addr: ownNumber.slice(1),
    short_message: { message: text, udh: Buffer.from([5, 0, 3, 7, total, number]) },
  });

describe('an inbound SMS of several parts', () => {
  it('is stored once and complete if two parts were acknowledged before the process was killed', async () => {
    const { number, texts } = await newCustomer();
    const first = await openNode();
    expect(await deliverPart(first, number, 1, 'one ')).toBe(ok);
    expect(await deliverPart(first, number, 2, 'two ')).toBe(ok);
    const second = await openNode();
    expect(await deliverPart(second, number, 3, 'three')).toBe(ok);
    expect(await texts()).toEqual(['one two three']);
    expect(await countOpenParts()).toBe(0);
  });

  it('is stored once if nodes receive its parts at the same time, and parts are repeated', async () => {
    const smscs = [await openNode(), await openNode()] as const;
    for (let index = 0; index < 10; index += 1) {
      const { number, texts } = await newCustomer();
      const parts = ['one ', 'two ', 'three'].flatMap((text, position) =>
        smscs.map((smsc) => deliverPart(smsc, number, position + 1, text)),
      );
      expect(new Set(await Promise.all(parts))).toEqual(new Set([ok]));
      const later = await openNode();
      expect(await deliverPart(later, number, 2, 'two ')).toBe(ok);
      expect(await texts()).toEqual(['one two three']);
    }
    expect(await countOpenParts()).toBe(0);
  });

  it('is stored once if the process is killed before the acknowledgement, and the SMSC repeats the part', async () => {
    const { number, texts } = await newCustomer();
    const first = await openNode();
    for (const [index, text] of ['one ', 'two ', 'three'].entries())
      await deliverPart(first, number, index + 1, text);
    // As if the process was killed between the message and the mark of its parts.
    await database.db.asSystem().execute(
      {
        text: `update inbound_parts set delivered_at = null, content = convert_to(case part when 1 then 'one ' when 2 then 'two ' else 'three' end, 'UTF8')
        where message_key like $1`,
      },
      [`%${number}%`],
    );
    const second = await openNode();
    expect(await deliverPart(second, number, 3, 'three')).toBe(ok);
    expect(await texts()).toEqual(['one two three']);
    expect(await countOpenParts()).toBe(0);
  });

  it('is stored without the missing parts after its time, also by a later process', async () => {
    const { number, texts } = await newCustomer();
    const first = await openNode();
    await deliverPart(first, number, 1, 'one ');
    await deliverPart(first, number, 3, 'three');
    await closeNodes();
    await clock.advance(incompleteMs);
    expect(await texts()).toEqual([]);
    await openNode();
    await clock.advance(searchMs);
    while ((await countOpenParts()) > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await texts()).toEqual(['one  … three']);
  });
});
