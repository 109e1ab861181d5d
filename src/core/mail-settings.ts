import { z } from 'zod';
import { optional } from './setting.ts';

/** A mail server that this service connects to. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /**
   * `always`: TLS from the first byte. `required`: STARTTLS with a valid certificate. `opportunistic`: STARTTLS with any certificate if the server
   * offers it (RFC 7435). `off`: no encryption.
   */
  readonly tls: 'always' | 'required' | 'opportunistic' | 'off';
}

/** The mailbox that is read by IMAP. */
export interface ImapMailbox extends MailServer {
  readonly mailbox: string;
  /** The folder to which processed mail is moved; undefined if it stays, marked as seen. */
  readonly processedFolder: string | undefined;
}

/** The sender of outbound mail. */
export interface MailSender {
  /** Empty for none. */
  readonly name: string;
  /** In lower case. */
  readonly address: string;
}

/** The DKIM key of the sender's domain (RFC 6376). */
export interface DkimKeyFile {
  readonly domain: string;
  readonly selector: string;
  /** File of the RSA private key in PEM. */
  readonly file: string;
}

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Certificate chain and private key in PEM files. */
export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Returns undefined if the part has an invalid percent escape. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const hasOnly = (url: URL, names: readonly string[]): boolean =>
  [...url.searchParams.keys()].every((name) => names.includes(name)) &&
  new Set(url.searchParams.keys()).size === url.searchParams.size;

/** Returns undefined if the URL has another protocol, no host, a fragment, an unknown `tls` or an invalid escape. */
function readServer(
  url: URL,
  scheme: 'smtp' | 'imap',
  defaultPorts: readonly [plain: number, tls: number],
): MailServer | undefined {
  const isTls = url.protocol === `${scheme}s:`;
  const isOther = !isTls && url.protocol !== `${scheme}:`;
  const tls = isTls ? 'always' : readTls(url);
  const credentials = readCredentials(url);
  if (isOther || url.hostname === '' || url.hash !== '' || tls === undefined || credentials === undefined)
    return undefined;
  const port = url.port === '' ? defaultPorts[isTls ? 1 : 0] : Number(url.port);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port, ...credentials, tls };
}

function readCredentials(url: URL): Pick<MailServer, 'user' | 'password'> | undefined {
  if (url.username === '') return { user: undefined, password: undefined };
  const [user, password] = [decode(url.username), decode(url.password)];
  return user === undefined || password === undefined ? undefined : { user, password };
}

/** A password is sent only with verified encryption, unless the server is on this machine or the URL says otherwise. */
function readTls(url: URL): MailServer['tls'] | undefined {
  const value =
    url.searchParams.get('tls') ??
    (url.username !== '' && !loopback.test(url.hostname) ? 'required' : 'opportunistic');
  return value === 'required' || value === 'opportunistic' || value === 'off' ? value : undefined;
}

function readSmtpUrl(text: string): MailServer | undefined {
  const url = URL.parse(text);
  if (url === null || !['', '/'].includes(url.pathname)) return undefined;
  return hasOnly(url, url.protocol === 'smtps:' ? [] : ['tls'])
    ? readServer(url, 'smtp', [587, 465])
    : undefined;
}

function readImapUrl(text: string): ImapMailbox | undefined {
  const url = URL.parse(text);
  if (url === null || url.username === '') return undefined;
  if (!hasOnly(url, url.protocol === 'imaps:' ? ['processed'] : ['processed', 'tls'])) return undefined;
  const server = readServer(url, 'imap', [143, 993]);
  const mailbox = decode(url.pathname.replace(/^\//, ''));
  if (server === undefined || mailbox === undefined) return undefined;
  return {
    ...server,
    mailbox: mailbox === '' ? 'INBOX' : mailbox,
    processedFolder: url.searchParams.get('processed') ?? undefined,
  };
}

const addressPattern =
  /^[a-z0-9.!#$%&'*/=?^_`{|}~-]{1,64}@[a-z0-9]([a-z0-9-]{0,62}\.)*[a-z0-9-]{0,62}[a-z0-9]$/i;
// No control characters, which could begin another header field.
const senderPattern = /^\s*"?([^"<>\p{Cc}]{0,100}?)"?\s*<([^<>\s]+)>\s*$/u;

function readSender(text: string): MailSender | undefined {
  const [, name = '', address = ''] = senderPattern.exec(text) ?? ['', '', text.trim()];
  if (address.length > 254 || !addressPattern.test(address)) return undefined;
  return { name: name.trim(), address: address.toLowerCase() };
}

const dkimPattern = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?)\._domainkey\.([a-z0-9]([a-z0-9.-]*[a-z0-9])?)=(.+)$/i;

function readDkim(text: string): DkimKeyFile | undefined {
  const match = dkimPattern.exec(text);
  return match === null
    ? undefined
    : { selector: match[1]!.toLowerCase(), domain: match[3]!.toLowerCase(), file: match[5]! };
}

const listenPattern = /^(\[[0-9a-f:.]+\]|[A-Za-z0-9.-]{1,253}):(\d{1,5})$/i;

function readListenAddress(text: string): ListenAddress | undefined {
  const match = listenPattern.exec(text);
  const port = Number(match?.[2]);
  return match === null || port > 65_535 ? undefined : { host: match[1]!.replace(/^\[|\]$/g, ''), port };
}

function readCertificateFiles(text: string): CertificateFiles | undefined {
  const [certificate, key, ...rest] = text.split(',').map((file) => file.trim());
  return !certificate || !key || rest.length > 0 ? undefined : { certificate, key };
}

/** A schema of a text that `read` converts; `undefined` is an error. */
const readBy = <T>(read: (text: string) => T | undefined, error: string) =>
  z.string().transform((text, context): T => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });

/** The settings of mail. */
export const mailSettings = {
  smtpUrl: optional(
    'PARLEY_SMTP_URL',
    readBy(readSmtpUrl, 'is not smtp://user:password@host:port or smtps://user:password@host:port'),
    {
      description:
        'Mail server that accepts outbound mail. `smtps:` uses TLS from the start (port 465), `smtp:` STARTTLS (port 587). With a user, STARTTLS and a valid certificate are required unless the server is on this machine; `?tls=required`, `?tls=opportunistic` or `?tls=off` selects otherwise.',
      example: 'smtps://user:password@smtp.example.com:465',
      secret: true,
    },
  ),
  mailFrom: optional('PARLEY_MAIL_FROM', readBy(readSender, 'is not an email address or Name <address>'), {
    description:
      'Sender of outbound mail. Its domain is the one for which `PARLEY_SMTP_LISTEN` accepts mail. Replies go to this address with a token: `office+token@example.com`.',
    example: 'Example Ltd <office@example.com>',
  }),
  smtpDkim: optional('PARLEY_SMTP_DKIM', readBy(readDkim, 'is not selector._domainkey.domain=file'), {
    description:
      'DNS name of the DKIM key record, an equals sign, and the PEM file of its RSA private key: `parley._domainkey.example.com=/etc/parley/dkim.pem`. Outbound mail is signed with that key. Not needed if the mail server signs.',
    example: 'parley._domainkey.example.com=/etc/parley/dkim.pem',
  }),
  imapUrl: optional(
    'PARLEY_IMAP_URL',
    readBy(
      readImapUrl,
      'is not imaps://user:password@host:port/mailbox or imap://user:password@host:port/mailbox',
    ),
    {
      description:
        'Mailbox that receives replies. Parley reads its unseen mail and marks it as seen, or moves it to the folder `?processed=NAME`. `imaps:` uses TLS from the start (port 993), `imap:` STARTTLS (port 143) as described for `PARLEY_SMTP_URL`. The mailbox is `INBOX` unless the path names another. Other programs must not mark mail in it as seen.',
      example: 'imaps://user:password@imap.example.com/INBOX',
      secret: true,
    },
  ),
  imapAuthservId: optional(
    'PARLEY_IMAP_AUTHSERV_ID',
    z.string().regex(/^[^\s;"]{1,255}$/, 'is not the name of a mail server'),
    {
      description:
        'Name with which the mail server of `PARLEY_IMAP_URL` begins its `Authentication-Results` fields. Parley then uses the SPF, DKIM and DMARC results of the topmost field with this name. The server must remove such fields of senders (RFC 8601). Default: the field is not read.',
      example: 'mx.example.com',
    },
  ),
  smtpListen: optional('PARLEY_SMTP_LISTEN', readBy(readListenAddress, 'is not host:port'), {
    description:
      'Address at which Parley itself receives mail for the domain of `PARLEY_MAIL_FROM`, as the mail exchanger (MX) of that domain or behind one.',
    example: '0.0.0.0:25',
  }),
  smtpTls: optional(
    'PARLEY_SMTP_TLS',
    readBy(readCertificateFiles, 'is not two files separated by a comma'),
    {
      description:
        'PEM files of the certificate chain and the private key, separated by a comma, for STARTTLS at `PARLEY_SMTP_LISTEN`. Default: no STARTTLS.',
      example: '/etc/parley/fullchain.pem,/etc/parley/privkey.pem',
    },
  ),
} as const;

type MailConfig = Readonly<Partial<Record<keyof typeof mailSettings, unknown>>>;

/** Settings of mail, each with the setting that it needs. */
const neededSettings = [
  ['smtpUrl', 'mailFrom'],
  ['smtpListen', 'smtpUrl'],
  ['imapUrl', 'smtpUrl'],
  ['imapAuthservId', 'imapUrl'],
] as const;

/** Reports settings of mail that need the sender's address or the mail server. */
export const mailFaults = (config: MailConfig): string[] =>
  neededSettings
    .filter(([key, needed]) => config[key] !== undefined && config[needed] === undefined)
    .map(([key, needed]) => {
      const { name, example } = mailSettings[needed];
      return `${mailSettings[key].name} needs ${name}. Set it like ${name}=${example}`;
    });
