import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idSource } from '../core/ids.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { seededRandom } from '../core/random.ts';
import { SecretBox } from '../core/secret-box.ts';
import { MailTokens } from './mail-tokens.ts';

const random = seededRandom(5);
const [oldKey, newKey, foreignKey] = [1, 2, 3].map((seed) => seededRandom(seed).bytes(32)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const tokensWith = (...keys: Uint8Array[]) =>
  new MailTokens(new SecretBox(keys, random), 'https://parley.example');
const tokens = tokensWith(oldKey);
const ids = idSource(new ManualClock(), random);
const conversation = fc.constantFrom(...Array.from({ length: 20 }, () => ids.newId('conversation')));
const message = fc.constantFrom(...Array.from({ length: 20 }, () => ids.newId('message')));
const mailbox = 'agent@example.com';
const tokenIn = (address: string): string => /\+([^@]+)@/.exec(address)![1]!;

describe('MailTokens', () => {
  it('reads the conversation of an address, and the message of a Message-ID, in upper and lower case', () => {
    const local = fc.stringMatching(/^[a-z0-9.+-]{1,21}$/);
    fc.assert(
      fc.property(local, conversation, message, fc.boolean(), (name, id, messageId, isUpper) => {
        const written = (text: string) => (isUpper ? text.toUpperCase() : text);
        const address = tokens.replyAddressOf(id, `${name}@example.com`);
        expect(address.indexOf('@')).toBeLessThanOrEqual(64);
        expect(tokens.readReplyAddress(written(address))).toBe(id);
        expect(tokens.readMessageId(written(tokens.messageIdOf(messageId, mailbox)))).toBe(messageId);
      }),
    );
  });

  it('reads nothing after a change of one character of the token', () => {
    const characters = fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyz.=-');
    fc.assert(
      fc.property(conversation, message, fc.nat({ max: 41 }), characters, (id, messageId, at, other) => {
        const changed = (text: string) => text.slice(0, at) + other + text.slice(at + 1);
        const token = tokenIn(tokens.replyAddressOf(id, mailbox));
        const isSame = changed(token) === token;
        expect(tokens.readReplyAddress(`agent+${changed(token)}@example.com`) === id).toBe(isSame);
        const header = tokens.messageIdOf(messageId, mailbox).slice(1, 43);
        const isSameHeader = changed(header) === header;
        expect(tokens.readMessageId(`<${changed(header)}@example.com>`) === messageId).toBe(isSameHeader);
      }),
    );
  });

  it('reads nothing that another key signed, or that was signed for another purpose', () => {
    const forger = tokensWith(foreignKey);
    fc.assert(
      fc.property(conversation, message, (id, messageId) => {
        expect(tokens.readReplyAddress(forger.replyAddressOf(id, mailbox))).toBeUndefined();
        expect(tokens.readMessageId(forger.messageIdOf(messageId, mailbox))).toBeUndefined();
        const token = tokenIn(tokens.replyAddressOf(id, mailbox));
        expect(tokens.readMessageId(`<${token}@example.com>`)).toBeUndefined();
        expect(tokens.readUnsubscribeToken(token)).toBeUndefined();
        const unsubscribe = tokens.unsubscribeUrlOf(id)!.split('/').at(-1)!;
        expect(tokens.readReplyAddress(`agent+${unsubscribe}@example.com`)).toBeUndefined();
        expect(tokens.readUnsubscribeToken(unsubscribe)).toBe(id);
      }),
    );
  });

  it('reads nothing from other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(tokens.readReplyAddress(text)).toBeUndefined();
        expect(tokens.readMessageId(`<${text}@example.com>`)).toBeUndefined();
        expect(tokens.readUnsubscribeToken(text)).toBeUndefined();
      }),
    );
  });

  it('accepts earlier keys, signs with the first one, and accepts nothing without keys', () => {
    const id = ids.newId('conversation');
    const rotated = tokensWith(newKey, oldKey);
    expect(rotated.readReplyAddress(tokens.replyAddressOf(id, mailbox))).toBe(id);
    expect(tokens.readReplyAddress(rotated.replyAddressOf(id, mailbox))).toBeUndefined();
    const none = tokensWith();
    expect(none.readReplyAddress(none.replyAddressOf(id, mailbox))).toBeUndefined();
    expect(none.unsubscribeUrlOf(id)).toBeUndefined();
  });

  it('leaves an address without space for the token unchanged', () => {
    const long = `${'a'.repeat(22)}@example.com`;
    expect(tokens.replyAddressOf(ids.newId('conversation'), long)).toBe(long);
  });
});
