import { createHmac, timingSafeEqual } from 'node:crypto';
import { idPrefixes, isId } from '../core/ids.ts';
import type { SecretBox } from '../core/secret-box.ts';

/** Characters of a signature in hexadecimal digits: 64 bits. An attacker can test only few signatures by email. */
const signatureLength = 16;

/** Maximum length of the local part of an address, in characters (RFC 5321 §4.5.3.1.1). */
const maxLocalLength = 64;

const tokenPattern = /^([0-9a-z]{26})([0-9a-f]{16})$/;

/** What a token identifies or allows. A signature is valid for one kind only. */
type SignedKind = 'message' | 'conversation' | 'unsubscribe';

/** The kind of the id in each kind of token. */
const idKinds = { message: 'message', conversation: 'conversation', unsubscribe: 'conversation' } as const;

/**
 * Signs the ids in our `Message-ID` and reply addresses, so that forged ones are rejected. A token is the id without its prefix, and a signature (HMAC-SHA256,
 * RFC 2104), in lower case: mail servers may change the case of an address.
 */
export class MailTokens {
  readonly #keys: readonly Uint8Array[];
  readonly #publicUrl: string | undefined;

  /**
   * @param secrets its first key signs, all verify; without keys, tokens are unsigned and none is accepted
   * @param publicUrl public base URL of this service; undefined if it is not reachable
   */
  constructor(secrets: Pick<SecretBox, 'deriveKeys'>, publicUrl?: string) {
    this.#keys = secrets.deriveKeys('parley mail tokens');
    this.#publicUrl = publicUrl?.replace(/\/$/, '');
  }

  /** Returns the `Message-ID` of a message, with angle brackets (RFC 5322 §3.6.4). */
  messageIdOf(messageId: string, ownAddress: string): string {
    return `<${this.#tokenOf('message', messageId)}@${domainOf(ownAddress)}>`;
  }

  /** Returns the id of the message with this `Message-ID`; undefined if it is not ours. */
  readMessageId(text: string): string | undefined {
    return this.#read('message', /^<([^@<>]+)@[^@<>]+>$/.exec(text)?.[1]);
  }

  /**
   * Returns the address that receives the replies of a conversation: `local+token@domain`. A local part without space for the token remains as it is; replies
   * then refer to the `Message-ID`.
   */
  replyAddressOf(conversationId: string, ownAddress: string): string {
    const local = ownAddress.slice(0, ownAddress.lastIndexOf('@'));
    const tagged = `${local}+${this.#tokenOf('conversation', conversationId)}`;
    return tagged.length > maxLocalLength ? ownAddress : `${tagged}@${domainOf(ownAddress)}`;
  }

  /** Returns the conversation of a reply address; undefined if the address has no valid token. */
  readReplyAddress(address: string): string | undefined {
    return this.#read('conversation', /\+([^+@]+)@[^@]+$/.exec(address)?.[1]);
  }

  /** Returns the URL at which the recipient of a conversation unsubscribes from email; undefined without a public URL. */
  unsubscribeUrlOf(conversationId: string): string | undefined {
    if (this.#publicUrl === undefined || this.#keys.length === 0) return undefined;
    return `${this.#publicUrl}/v1/unsubscribe/${this.#tokenOf('unsubscribe', conversationId)}`;
  }

  /** Returns the conversation of an unsubscribe token; undefined if it is invalid. */
  readUnsubscribeToken(token: string): string | undefined {
    return this.#read('unsubscribe', token);
  }

  #tokenOf(kind: SignedKind, id: string): string {
    const [key] = this.#keys;
    const body = id.slice(idPrefixes[idKinds[kind]].length).toLowerCase();
    return key === undefined ? body : body + signatureOf(key, kind, body);
  }

  #read(kind: SignedKind, token: string | undefined): string | undefined {
    const [, body, signature] = tokenPattern.exec(token?.toLowerCase() ?? '') ?? [];
    if (body === undefined || signature === undefined) return undefined;
    const id = idPrefixes[idKinds[kind]] + body.toUpperCase();
    const isSigned = this.#keys.some((key) =>
      timingSafeEqual(Buffer.from(signatureOf(key, kind, body)), Buffer.from(signature)),
    );
    return isSigned && isId(idKinds[kind], id) ? id : undefined;
  }
}

const signatureOf = (key: Uint8Array, kind: SignedKind, body: string): string =>
  createHmac('sha256', key).update(`${kind} ${body}`).digest('hex').slice(0, signatureLength);

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
