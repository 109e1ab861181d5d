import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).faults;
  }
}

const sender = { PARLEY_SMS_FROM: '+14155550100' };

describe('the settings of SMS', () => {
  it('reads the URL of an SMSC', () => {
    const read = (url: string) => readConfig({ ...sender, PARLEY_SMPP_URL: url }).smppUrl;
    expect(read('smpp://par%40ley:s3:c%2Fret@smsc.example.net')).toEqual({
      host: 'smsc.example.net',
      port: 2775,
      tls: false,
      systemId: 'par@ley',
      password: 's3:c/ret',
      systemType: '',
    });
    expect(read('ssmpp://user@[::1]:3551/?systemType=VMA')).toMatchObject({
      host: '::1',
      port: 3551,
      tls: true,
      password: '',
      systemType: 'VMA',
    });
    expect(read('ssmpp://user@smsc.example.net')).toMatchObject({ port: 3550 });
  });

  it.each(['http://hunter2@smsc.example.net', 'smpp://', 'smpp://u:%hunter2@h', 'smpp://u:hunter2@h/path'])(
    'rejects %s without showing it',
    (url) => {
      expect(faultsOf({ ...sender, PARLEY_SMPP_URL: url })).toEqual([
        expect.stringMatching(/^PARLEY_SMPP_URL is not smpp:(?!.*hunter2)/),
      ]);
    },
  );

  it.each([
    ['+14155550100', true],
    ['72975', true],
    ['Parley Inc', true],
    ['4155550100', false],
    ['A name too long', false],
    ['Pärley', false],
  ])('accepts the sender %s: %s', (PARLEY_SMS_FROM, isValid) => {
    expect(faultsOf({ PARLEY_SMS_FROM }).length === 0).toBe(isValid);
  });

  it('requires the account of the selected carrier', () => {
    expect(faultsOf({ ...sender, PARLEY_SMS_CARRIER: 'twilio' })).toEqual([
      expect.stringMatching(/^PARLEY_TWILIO_ACCOUNT_SID is not set, but PARLEY_SMS_CARRIER names twilio/),
      expect.stringMatching(/^PARLEY_TWILIO_AUTH_TOKEN is not set/),
    ]);
    expect(faultsOf({ ...sender, PARLEY_SMS_CARRIER: 'smpp' })).toHaveLength(1);
    expect(faultsOf({ ...sender, PARLEY_SMS_CARRIER: 'telnyx', PARLEY_TELNYX_API_KEY: 'KEY' })).toEqual([]);
  });

  it('requires a sender, and the key that verifies callbacks', () => {
    expect(faultsOf({ PARLEY_SMPP_URL: 'smpp://smsc.example.net' })).toEqual([
      'PARLEY_SMS_FROM is not set, but the carrier of SMS is smpp. Set it like PARLEY_SMS_FROM=+14155550100',
    ]);
    const telnyx = { ...sender, PARLEY_SMS_CARRIER: 'telnyx', PARLEY_TELNYX_API_KEY: 'KEY' };
    expect(faultsOf({ ...telnyx, PARLEY_PUBLIC_URL: 'https://parley.example.net' })).toEqual([
      expect.stringMatching(/^PARLEY_TELNYX_PUBLIC_KEY is not set/),
    ]);
  });
});
