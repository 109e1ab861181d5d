import { setTimeout as sleep } from 'node:timers/promises';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedServer } from '../../src/providers/ai-sdk/testing/scripted-server.ts';
import { customerDomain, hasMailServers, MailServers, serviceDomain } from '../mail/mail-servers.ts';
import { dayIn, MessageProgram, visitFlow } from './message-program.ts';

const ours = `office@${serviceDomain}`;
const customer = `ada@${customerDomain}`;
const otherCustomer = `grace@${customerDomain}`;

/** A new data folder takes most of it, on a busy machine. */
const startTimeoutMs = 60_000;

/** Longer than a message would take that was sent once too often. */
const settleMs = 4_000;

const visit = dayIn(40);
const otherDay = dayIn(42);
const opening = `Hello Ada, your visit is on ${visit.text}. Does that work?`;
const edited = 'Guten Tag Ada 🙂,\n\nIhr Besuch ist am Dienstag. שלום.\n\nPasst das?';
const input = { metadata: { customerDetails: { name: 'Ada' } }, dynamic: { visit: visit.iso } };

const textOf = ({ text }: Email): string => (text ?? '').trim();

describe.skipIf(!hasMailServers)(
  'a conversation by mail (needs root, opensmtpd and dovecot-imapd)',
  { timeout: 80_000 },
  () => {
    let servers: MailServers;
    let program: MessageProgram;
    let models: ScriptedServer;

    beforeAll(async () => {
      models = await ScriptedServer.start([
        { pieces: ['Yes, behind ', '**the house**.'] },
        { pieces: ['It is green.'] },
      ]);
      servers = await MailServers.start(29_640);
      program = await MessageProgram.start({
        PARLEY_RTP_PORTS: '27600-27699',
        PARLEY_SMTP_URL: servers.smtpUrl,
        PARLEY_IMAP_URL: servers.imapUrl,
        PARLEY_MAIL_FROM: `Office <${ours}>`,
        PARLEY_OPENAI_BASE_URL: models.baseUrl,
      });
    }, startTimeoutMs);
    afterAll(async () => {
      await program.close();
      await servers.close();
      await models.close();
    });

    /** Answers a mail as a mail program does: below the text, it quotes the mail. */
    const answer = (mail: Email, text: string, changes: object = {}) =>
      servers.send({
        from: `Ada <${mail.to![0]!.address}>`,
        to: mail.replyTo![0]!.address!,
        subject: `Re: ${mail.subject}`,
        inReplyTo: mail.messageId!,
        references: [mail.messageId!],
        text: `${text}\n\nOn Mon, Jan 4, 2027 at 10:00 AM Office <${ours}> wrote:\n> ${textOf(mail).replaceAll('\n', '\n> ')}\n`,
        ...changes,
      });

    const textsTo = async (address: string) => (await servers.mailOf(address)).map(textOf);

    it('sends, receives and stops once each, although the process is killed', async () => {
      const flowId = await program.createFlow({ ...visitFlow, subject: 'Your visit' });
      const generate = (autopilot: boolean) =>
        program.client.generateMessage({ body: { ...input, flowId, to: customer, autopilot } });

      // Approval with an edit.
      const first = await generate(false);
      const conversationId = first.conversation_id;
      const draft = await program.untilStatus(conversationId, first.message_id, 'pending_approval');
      expect(draft.message).toBe(opening);
      await program.client.approveMessage({
        path: { conversationId, messageId: first.message_id },
        body: { message: edited },
      });
      const firstMail = await servers.receives(customer, 1);
      expect(textOf(firstMail)).toBe(edited);
      expect(firstMail).toMatchObject({ from: { name: 'Office', address: ours }, subject: 'Your visit' });
      await program.untilStatus(conversationId, first.message_id, 'sent');

      // Killed while a message is due.
      const second = await generate(true);
      await program.untilStatus(conversationId, second.message_id, 'scheduled');
      await program.kill();
      expect(await textsTo(customer)).toHaveLength(1);
      await program.start();
      const secondMail = await servers.receives(customer, 2);
      expect(textOf(secondMail)).toBe(opening);
      expect(secondMail.references).toContain(firstMail.messageId);

      // Killed while a reply is due.
      await answer(secondMail, 'No, sorry');
      await program.until(conversationId, (messages) => messages.at(-1)!.status === 'received');
      await program.kill();
      expect(await textsTo(customer)).toHaveLength(2);
      await program.start();
      const question = await servers.receives(customer, 3);
      expect(textOf(question)).toBe('Which day suits you?');
      expect(question.subject).toBe('Re: Your visit');

      // An answer without the token of the address, while the process does not run.
      await program.kill();
      await answer(question, otherDay.iso, { to: ours });
      await program.start();
      const confirmation = await servers.receives(customer, 4);
      expect(textOf(confirmation)).toBe(`We moved it to ${otherDay.text}.`);

      // An opt-out while a message is queued.
      const queued = await generate(true);
      await program.untilStatus(conversationId, queued.message_id, 'scheduled');
      await answer(confirmation, 'Stop');
      expect(textOf(await servers.receives(customer, 5))).toMatch(/unsubscribed/);
      await program.untilStatus(conversationId, queued.message_id, 'rejected');
      await expect(generate(true)).rejects.toMatchObject({ status: 403, code: 'opted_out' });
      await sleep(settleMs);
      const texts = await textsTo(customer);
      expect(texts).toHaveLength(5);
      const { messages } = await program.conversation(conversationId);
      expect(messages.filter(({ sent }) => sent).map(({ message }) => message)).toEqual(texts);
      expect(messages.filter(({ status }) => status === 'received').map(({ message }) => message)).toEqual([
        'No, sorry',
        otherDay.iso,
        'Stop',
      ]);
    });

    it('answers with the language model, and drafts the reply to another address', async () => {
      const flowId = await program.createFlow({
        type: 'message',
        name: 'Questions',
        status: 'active',
        initiationMessage: 'How can we help?',
        autopilotReplies: true,
        replyDebounceSeconds: 1,
      });
      await program.createAgent(flowId, {
        model: 'openai/scripted',
        personality: 'You are the office.',
        signature: 'The office',
      });
      const { conversation_id: conversationId } = await program.client.generateMessage({
        body: { flowId, to: otherCustomer, autopilot: true },
      });
      const mail = await servers.receives(otherCustomer, 1);
      expect(textOf(mail)).toBe('How can we help?\n\nThe office');
      await answer(mail, 'Do you have parking?');
      const reply = await servers.receives(otherCustomer, 2);
      expect(textOf(reply)).toBe('Yes, behind the house.\n\nThe office');
      expect(models.requests[0]!.body['messages']).toContainEqual({
        role: 'user',
        content: 'Do you have parking?',
      });

      await answer(reply, 'Which colour has it?', { from: customer });
      const { messages, attention } = await program.until(
        conversationId,
        (all) => all.at(-1)!.status === 'pending_approval',
      );
      expect(messages.slice(-2)).toMatchObject([
        { from: customer, status: 'received', message: 'Which colour has it?' },
        { message: 'It is green.\n\nThe office' },
      ]);
      expect(attention).toBe('other_sender');
      await sleep(settleMs);
      expect(await textsTo(otherCustomer)).toHaveLength(2);
    });
  },
);
