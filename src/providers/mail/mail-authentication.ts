import { Resolver } from 'node:dns/promises';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { domainToASCII, domainToUnicode } from 'node:url';
import type { authenticate as Authenticate } from 'mailauth';
import type { MailAuthentication, MailAuthenticationResult } from '../../contracts/message-carrier.ts';
import type { Clock } from '../../core/clock.ts';
import { combineSignatures, toAuthenticationResult } from './authentication-results.ts';
import { domainOf } from './header-fields.ts';

/** Resolves the records of a name, such as `TXT`. Rejects with the code `ENOTFOUND` or `ENODATA` if there are none. */
export type DnsResolver = (name: string, type: string) => Promise<string[] | string[][]>;

/** A received message, and the connection that delivered it. */
export interface DeliveredMail {
  readonly raw: Uint8Array;
  readonly remoteAddress: string;
  /** The name that the client gave in EHLO. */
  readonly helo: string;
  /** The address of MAIL FROM; empty for `<>`. */
  readonly sender: string;
  /** The address that the message is attributed to, in lower case. */
  readonly author: string;
}

export interface AuthenticationOptions {
  readonly resolver?: DnsResolver | undefined;
  readonly clock: Pick<Clock, 'after'>;
  /** Name of this server in its DNS queries. */
  readonly hostname: string;
}

const maxDurationMs = 10_000;
const maxQueries = 60;
/** Each signature can require a hash of the whole message. */
const maxSignatures = 10;
/** Bytes that are hashed before other work has its turn. */
const chunkBytes = 64 * 1024;

const failedCheck: MailAuthentication = { spf: 'error', dkim: 'error', dmarc: 'error' };

/** Checks SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489). A fault, such as a DNS server that does not respond, is the result `error`. Never rejects. */
export async function authenticateMail(
  mail: DeliveredMail,
  { resolver = systemResolver(), clock, hostname }: AuthenticationOptions,
): Promise<MailAuthentication> {
  if (countSignatures(mail.raw) > maxSignatures || hasLongLine(mail.raw)) return failedCheck;
  const { promise: timeout, resolve } = Promise.withResolvers<MailAuthentication>();
  const timer = clock.after(maxDurationMs, () => resolve(failedCheck));
  // Loaded with the first mail: its modules take longer than those of any other dependency.
  const { authenticate } = await import('mailauth');
  const check = authenticate(Readable.from(chunksOf(mail.raw)), {
    ip: mail.remoteAddress,
    helo: mail.helo,
    sender: mail.sender,
    mta: hostname,
    resolver: limited(resolver),
    disableArc: true,
    disableBimi: true,
  }).then(
    ({ spf, dkim, dmarc }): MailAuthentication => ({
      spf: toAuthenticationResult(spf === false ? undefined : spf.status.result),
      dkim: combineSignatures(dkim.results.map(({ status }) => dkimResultOf(status.result))),
      dmarc: isDomainOf(mail.author, dmarc) ? toAuthenticationResult(dmarc.status.result) : 'fail',
    }),
    () => failedCheck,
  );
  const result = await Promise.race([check, timeout]);
  timer.cancel();
  return result;
}

function systemResolver(): DnsResolver {
  const dns = new Resolver({ timeout: 2_000, tries: 2 });
  return (name, type) => dns.resolve(name, type) as Promise<string[]>;
}

/** Rejects queries above the limit: a mail can name any number of domains. */
function limited(resolver: DnsResolver): DnsResolver {
  let queries = 0;
  return async (name, type) => {
    queries += 1;
    if (queries > maxQueries) throw new Error('The mail requires too many DNS queries.');
    return resolver(name, type);
  };
}

/** Counts the signatures in the whole message, because the end of the header section is not searched. */
const countSignatures = (raw: Uint8Array): number =>
  Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
    .toString('latin1')
    .match(/^dkim-signature:/gim)?.length ?? 0;

/** RFC 5322 §2.1.1 allows 998. A check of a line takes time proportional to the square of its length. */
const maxLineBytes = 10_000;

function hasLongLine(raw: Uint8Array): boolean {
  for (let start = 0; start < raw.byteLength;) {
    const newline = raw.indexOf(0x0a, start);
    const end = newline === -1 ? raw.byteLength : newline;
    if (end - start > maxLineBytes) return true;
    start = end + 1;
  }
  return false;
}

async function* chunksOf(raw: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < raw.byteLength; start += chunkBytes) {
    yield raw.subarray(start, start + chunkBytes);
    await nextTurn();
  }
}

type Dmarc = Awaited<ReturnType<typeof Authenticate>>['dmarc'];

/**
 * Returns whether DMARC checked the domain of the author. It checks none without exactly one author domain, and another one if the domain is not in its
 * canonical form: a full-width letter is a different name in DNS, but the same address for this service.
 */
function isDomainOf(author: string, dmarc: Dmarc): dmarc is Exclude<Dmarc, false> {
  const domain = domainOf(author);
  const ascii = domainToASCII(domain);
  const isCanonical = ascii === domain || domainToUnicode(ascii) === domain;
  return isCanonical && dmarc !== false && dmarc.status.header?.from?.toLowerCase() === domain;
}

/** A signature that does not match the body is `neutral`. */
const dkimResultOf = (result: string): MailAuthenticationResult =>
  result === 'neutral' ? 'fail' : toAuthenticationResult(result);
