import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const sender = { PARLEY_MAIL_FROM: 'Example Ltd <Office@Example.com>', PARLEY_SMTP_URL: 'smtp://h' };

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

const smtpServer = (url: string) => readConfig({ ...sender, PARLEY_SMTP_URL: url }).smtpUrl;

describe('PARLEY_SMTP_URL', () => {
  it.each([
    ['smtps://smtp.example.com', { port: 465, tls: 'always', user: undefined }],
    ['smtp://smtp.example.com', { port: 587, tls: 'opportunistic' }],
    ['smtp://smtp.example.com?tls=off', { tls: 'off' }],
    ['smtp://u:p%40w@smtp.example.com:2525', { port: 2525, tls: 'required', user: 'u', password: 'p@w' }],
    ['smtp://u:p@127.0.0.1:25', { port: 25, tls: 'opportunistic' }],
    ['smtp://u:p@[::1]:25', { host: '::1', tls: 'opportunistic' }],
    ['smtp://u:p@localhost', { tls: 'opportunistic' }],
    ['smtp://u:p@127.example.com', { tls: 'required' }],
    ['smtp://u:p@10.0.0.1?tls=opportunistic', { tls: 'opportunistic' }],
  ])('reads %s', (url, server) => expect(smtpServer(url)).toMatchObject(server));

  it.each([
    'http://smtp.example.com',
    'smtp://',
    'smtp://host/path',
    'smtp://host?tls=maybe',
    'smtps://host?tls=off',
    'smtp://host?tls=off&tls=off',
    'smtp://host?x=1',
    'smtp://u:%zz@host',
    'smtp://host#x',
  ])('rejects %s without showing it', (url) => {
    const faults = faultsOf({ ...sender, PARLEY_SMTP_URL: url });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^PARLEY_SMTP_URL is not smtp:/);
  });
});

describe('PARLEY_IMAP_URL', () => {
  it.each([
    [
      'imaps://u:p@imap.example.com',
      { port: 993, mailbox: 'INBOX', tls: 'always', processedFolder: undefined },
    ],
    [
      'imap://u%40x.de:p@127.0.0.1:1143/Replies%20in?processed=Done',
      { user: 'u@x.de', mailbox: 'Replies in', processedFolder: 'Done', tls: 'opportunistic' },
    ],
  ])('reads %s', (url, mailbox) =>
    expect(readConfig({ ...sender, PARLEY_IMAP_URL: url }).imapUrl).toMatchObject(mailbox),
  );

  it.each(['imaps://imap.example.com', 'imaps://u:p@h?x=1', 'pop3://u:p@h'])('rejects %s', (url) =>
    expect(faultsOf({ ...sender, PARLEY_IMAP_URL: url })).toHaveLength(1),
  );
});

describe('PARLEY_MAIL_FROM', () => {
  it.each([
    ['office@example.com', { name: '', address: 'office@example.com' }],
    ['Example Ltd <Office@Example.com>', { name: 'Example Ltd', address: 'office@example.com' }],
    ['"Müller, Söhne" <a@b.example.com>', { name: 'Müller, Söhne', address: 'a@b.example.com' }],
  ])('reads %s', (text, value) => expect(readConfig({ PARLEY_MAIL_FROM: text }).mailFrom).toEqual(value));

  it.each([
    'office',
    'a@b@c',
    'X <a@b>, Y <c@d>',
    'X\r\nBcc: y@z.example <a@example.com>',
    'a b@example.com',
  ])('rejects %j', (text) => expect(faultsOf({ PARLEY_MAIL_FROM: text })).toHaveLength(1));

  it('is needed to send', () => {
    expect(faultsOf({ PARLEY_SMTP_URL: 'smtp://h' })).toEqual([
      expect.stringContaining('PARLEY_SMTP_URL needs PARLEY_MAIL_FROM'),
    ]);
  });

  it('receives mail only with a server to send the answers', () => {
    expect(faultsOf({ PARLEY_SMTP_LISTEN: '127.0.0.1:25', PARLEY_IMAP_URL: 'imaps://u:p@h' })).toEqual([
      expect.stringContaining('PARLEY_SMTP_LISTEN needs PARLEY_SMTP_URL'),
      expect.stringContaining('PARLEY_IMAP_URL needs PARLEY_SMTP_URL'),
    ]);
  });
});

describe('the other settings of mail', () => {
  it('reads a DKIM key', () => {
    const text = 'Parley._domainkey.Example.com=/etc/parley/dkim=1.pem';
    expect(readConfig({ PARLEY_SMTP_DKIM: text }).smtpDkim).toEqual({
      selector: 'parley',
      domain: 'example.com',
      file: '/etc/parley/dkim=1.pem',
    });
    expect(faultsOf({ PARLEY_SMTP_DKIM: 'example.com=/x' })).toHaveLength(1);
  });

  it('reads a listen address', () => {
    const read = (text: string) => readConfig({ ...sender, PARLEY_SMTP_LISTEN: text }).smtpListen;
    expect(read('0.0.0.0:25')).toEqual({ host: '0.0.0.0', port: 25 });
    expect(read('[::1]:2525')).toEqual({ host: '::1', port: 2525 });
    for (const text of ['25', 'host', 'host:99999', 'a b:25'])
      expect(faultsOf({ ...sender, PARLEY_SMTP_LISTEN: text })).toHaveLength(1);
  });

  it('reads the files of a certificate', () => {
    expect(readConfig({ PARLEY_SMTP_TLS: '/c.pem, /k.pem' }).smtpTls).toEqual({
      certificate: '/c.pem',
      key: '/k.pem',
    });
    expect(faultsOf({ PARLEY_SMTP_TLS: '/c.pem' })).toHaveLength(1);
  });
});
