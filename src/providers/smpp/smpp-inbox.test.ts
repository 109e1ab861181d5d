import { describe, expect, it } from 'vitest';
import type { ReceivedPart } from '../../contracts/inbound-part-store.ts';
import { MemoryPartStore } from '../../contracts/testing/memory-part-store.ts';
import { silentLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { MessageReferences } from './message-references.ts';
import { decodePdu, encodePdu, type Pdu } from './pdu.ts';
import { maxActive, SmppInbox } from './smpp-inbox.ts';

const firstPart = (reference: number): Pdu => {
  const header = Buffer.from([6, 8, 4, reference >> 8, reference & 255, 2, 1]);
  return decodePdu(
    encodePdu('deliver_sm', {
      source_addr: '12025550123',
      destination_addr: '12025550100',
      esm_class: 0x40,
      short_message: Buffer.concat([header, Buffer.from('a')]),
    }),
  )!;
};

describe('SmppInbox', () => {
  it('acknowledges many parts of incomplete messages, and stores a few at a time', async () => {
    const clock = new ManualClock();
    const store = new MemoryPartStore(clock);
    let active = 0;
    const counts: number[] = [];
    const add = async (part: ReceivedPart) => {
      counts.push((active += 1));
      await new Promise((resolve) => setImmediate(resolve));
      active -= 1;
      return store.add(part);
    };
    const parts = { add, markDelivered: async () => {}, listDue: async () => [] };
    const inbox = new SmppInbox({
      clock,
      logger: silentLogger,
      inbox: { onMessage: async () => {}, onReceipt: async () => {}, parts },
      references: new MessageReferences(0),
    });
    const received = Array.from({ length: 200 }, (_, reference) => inbox.receive(firstPart(reference)));
    for (const { status } of await Promise.all(received)) expect(status).toBe(0);
    await inbox.close();
    expect(counts).toHaveLength(200);
    expect(Math.max(...counts)).toBe(maxActive);
  });
});
