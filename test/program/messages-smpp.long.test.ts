import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedServer } from '../../src/providers/ai-sdk/testing/scripted-server.ts';
import { hasKannel, Kannel } from '../sms/kannel.ts';
import { SmsSwitch } from '../sms/sms-switch.ts';
import { dayIn, MessageProgram, visitFlow } from './message-program.ts';

const ours = '+14155552670';
const customer = '+14155552671';
const otherCustomer = '+14155552672';
const lastCustomer = '+14155552673';

/** A new data folder takes most of it, on a busy machine. */
const startTimeoutMs = 60_000;

/** Longer than a message would take that was sent once too often. */
const settleMs = 4_000;

const edited = `Guten Tag Ada 🙂, ${'Ihr Besuch ist am Dienstag. '.repeat(6)}שלום. Passt das?`;

const visit = dayIn(40);
const otherDay = dayIn(42);
const opening = `Hello Ada, your visit is on ${visit.text}. Does that work?`;
const input = { metadata: { customerDetails: { name: 'Ada' } }, dynamic: { visit: visit.iso } };

describe.skipIf(!hasKannel)(
  'a conversation by SMPP with Kannel (needs kannel, package kannel)',
  { timeout: 80_000 },
  () => {
    let smsSwitch: SmsSwitch;
    let phones: Kannel;
    let program: MessageProgram;
    let server: ScriptedServer;

    beforeAll(async () => {
      server = await ScriptedServer.start([
        { pieces: ['We are'], ending: 'stall' },
        { pieces: ['We are open ', 'until six.'] },
      ]);
      smsSwitch = await SmsSwitch.start(['parley', 'phones']);
      [phones, program] = await Promise.all([
        Kannel.start({ firstPort: 29_610, smscPort: smsSwitch.port, systemId: 'phones' }),
        MessageProgram.start({
          PARLEY_RTP_PORTS: '27700-27799',
          PARLEY_SMPP_URL: `smpp://parley:secret@127.0.0.1:${smsSwitch.port}`,
          PARLEY_SMS_FROM: ours,
          PARLEY_OPENAI_BASE_URL: server.baseUrl,
        }),
      ]);
    }, startTimeoutMs);
    afterAll(async () => {
      await program.close();
      await phones.close();
      smsSwitch.close();
      await server.close();
    });

    const answer = (text: string) => phones.send({ from: customer, to: ours, text });

    it('sends, receives and stops once each, although the process is killed', async () => {
      const flowId = await program.createFlow(visitFlow);
      const generate = (autopilot: boolean) =>
        program.client.generateMessage({ body: { ...input, flowId, to: customer, autopilot } });

      // Approval with an edit: a text of several parts, and a receipt per part.
      const first = await generate(false);
      const conversationId = first.conversation_id;
      expect(first.message).toBe(visitFlow.initiationMessage);
      const draft = await program.untilStatus(conversationId, first.message_id, 'pending_approval');
      expect(draft.message).toBe(opening);
      await program.client.approveMessage({
        path: { conversationId, messageId: first.message_id },
        body: { message: edited },
      });
      expect(await phones.receives(customer, 1)).toBe(edited);
      const delivered = await program.untilStatus(conversationId, first.message_id, 'delivered');
      expect(delivered.decision).toMatchObject({ draft: opening });
      expect(delivered.segments).toBe(smsSwitch.submitted.get('parley')!.length);

      // Killed while a message is due.
      const second = await generate(true);
      expect(second.conversation_id).toBe(conversationId);
      await program.untilStatus(conversationId, second.message_id, 'scheduled');
      await program.kill();
      expect(phones.textsOf(customer)).toHaveLength(1);
      await program.start();
      expect(await phones.receives(customer, 2)).toBe(opening);
      await program.untilStatus(conversationId, second.message_id, 'delivered');

      // Killed while a reply is due.
      await answer('No, sorry');
      await program.until(conversationId, (messages) => messages.at(-1)!.status === 'received');
      await program.kill();
      expect(phones.textsOf(customer)).toHaveLength(2);
      await program.start();
      expect(await phones.receives(customer, 3)).toBe('Which day suits you?');
      await answer(otherDay.iso);
      expect(await phones.receives(customer, 4)).toBe(`We moved it to ${otherDay.text}.`);

      // An opt-out while a message is queued.
      const queued = await generate(true);
      await program.untilStatus(conversationId, queued.message_id, 'scheduled');
      await answer('Stop');
      expect(await phones.receives(customer, 5)).toMatch(/unsubscribed/);
      await program.untilStatus(conversationId, queued.message_id, 'rejected');
      await expect(generate(true)).rejects.toMatchObject({ status: 403, code: 'opted_out' });
      await sleep(settleMs);
      const texts = phones.textsOf(customer);
      expect(texts).toHaveLength(5);
      const { messages } = await program.conversation(conversationId);
      expect(messages.filter(({ sent }) => sent).map(({ message }) => message)).toEqual(texts);
      expect(messages.filter(({ status }) => status === 'received').map(({ message }) => message)).toEqual([
        'No, sorry',
        otherDay.iso,
        'Stop',
      ]);
    });

    it('sends nothing again whose outcome is unknown, until a user decides', async () => {
      const flowId = await program.createFlow({ ...visitFlow, name: 'At once', delay: { enabled: false } });
      const before = smsSwitch.submitted.get('parley')!.length;
      smsSwitch.isSilent = true;
      const { conversation_id: conversationId, message_id: messageId } = await program.client.generateMessage(
        {
          body: { ...input, flowId, to: lastCustomer, autopilot: true },
        },
      );
      await phones.receives(lastCustomer, 1);
      expect((await program.untilStatus(conversationId, messageId, 'sending')).sent).toBe(false);
      await program.kill();
      smsSwitch.isSilent = false;
      await program.start();
      await program.untilStatus(conversationId, messageId, 'unknown');
      const path = { conversationId, messageId };
      await program.client.resolveMessage({ path, body: { outcome: 'sent' } });
      const { message } = await program.untilStatus(conversationId, messageId, 'sent');
      expect(phones.textsOf(lastCustomer)).toEqual([message]);
      expect(smsSwitch.submitted.get('parley')!.length).toBe(before + 1);
    });

    it('drafts one reply for a customer who writes first, although the process is killed while the model writes', async () => {
      const flowId = await program.createFlow({
        type: 'message',
        name: 'Questions',
        status: 'active',
        initiationMessage: 'How can we help?',
        replyDebounceSeconds: 1,
      });
      const model = { model: 'openai/scripted', personality: 'You are the office.', signature: 'The office' };
      const agentId = await program.createAgent(flowId, model);
      await program.client.createNumber({ body: { phoneNumber: ours, agentId } });
      const question = 'Wann haben Sie geöffnet? 🕕';
      await phones.send({ from: otherCustomer, to: ours, text: question });
      const conversationId = await program.conversationOf(flowId);
      await server.waitForRequests(1);
      await program.kill();
      await program.start();
      const { messages } = await program.until(
        conversationId,
        (all) => all.at(-1)!.status === 'pending_approval',
      );
      expect(messages.map(({ message }) => message)).toEqual([
        question,
        'We are open until six.\nThe office',
      ]);
      expect(server.requests[1]!.body['messages']).toContainEqual({ role: 'user', content: question });
      const { _id: messageId } = messages[1]!;
      await program.client.approveMessage({
        path: { conversationId, messageId },
        body: { message: 'Bis sechs.' },
      });
      expect(await phones.receives(otherCustomer, 1)).toBe('Bis sechs.');
      expect((await program.conversation(conversationId)).agentId).toBe(agentId);
    });
  },
);
