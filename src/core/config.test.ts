import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig, settings } from './config.ts';
import type { Setting } from './setting.ts';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  it('requires no setting', () => {
    expect(readConfig({})).toMatchObject({
      dataDir: './data',
      httpHost: '127.0.0.1',
      httpPort: 3000,
      databaseUrl: undefined,
      sipPort: 5060,
      rtpPorts: { first: 10_000, last: 20_000 },
      testNetwork: true,
      roles: ['api', 'worker', 'media'],
      drainSeconds: 3600,
      logLevel: 'info',
    });
  });

  it('treats an empty value as unset', () => {
    expect(readConfig({ PARLEY_HTTP_PORT: '', PARLEY_PUBLIC_IP: '' })).toMatchObject({
      httpPort: 3000,
      publicIp: undefined,
    });
  });

  it('reports all faults together, each with the setting and what to do', () => {
    const faults = faultsOf({
      PARLEY_HTTP_PORT: '70000',
      PARLEY_RTP_PORTS: '20000-10000',
      PARLEY_LOG_LEVEL: 'loud',
    });
    expect(faults).toEqual([
      'PARLEY_HTTP_PORT=70000 is above 65535. Set it like PARLEY_HTTP_PORT=3000',
      'PARLEY_RTP_PORTS=20000-10000 has fewer than the two ports of one call. Set it like PARLEY_RTP_PORTS=10000-20000',
      'PARLEY_LOG_LEVEL=loud is not a log level. Set it like PARLEY_LOG_LEVEL=info',
    ]);
  });

  it('rejects unknown settings except those of the test suite', () => {
    expect(faultsOf({ PARLEY_HTTP_PROT: '1', PARLEY_TEST_DATABASE_URL: 'x', PATH: '/bin' })).toEqual([
      'PARLEY_HTTP_PROT is not a setting. Remove it, or see docs/configuration.md for the correct name',
    ]);
  });

  describe('files of settings', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'parley-settings-'));
    const fileWith = (content: string) => {
      const file = path.join(folder, 'value');
      writeFileSync(file, content);
      return file;
    };
    afterAll(() => rmSync(folder, { recursive: true }));

    it('replace the value of any setting, without their last line break', () => {
      const file = fileWith('postgresql://parley:secret@db/parley\n');
      expect(readConfig({ PARLEY_DATABASE_URL_FILE: file }).databaseUrl).toBe(
        'postgresql://parley:secret@db/parley',
      );
      expect(readConfig({ PARLEY_HTTP_PORT_FILE: fileWith('8080') }).httpPort).toBe(8080);
      expect(readConfig({ PARLEY_HTTP_PORT_FILE: '' }).httpPort).toBe(3000);
    });

    it('can have the key of a server with the API of OpenAI', () => {
      const env = { PARLEY_OPENAI_COMPATIBLE: 'local=http://127.0.0.1:8000/v1' };
      const { openaiCompatible } = readConfig({ ...env, PARLEY_LOCAL_API_KEY_FILE: fileWith('key\n') });
      expect(openaiCompatible?.[0]?.apiKey).toBe('key');
    });

    it('are checked like the values, without their content in a message', () => {
      expect(faultsOf({ PARLEY_DATABASE_URL_FILE: fileWith('mysql://root:hunter2@host/x') })).toEqual([
        'PARLEY_DATABASE_URL is not a postgresql:// address. Set it like PARLEY_DATABASE_URL=postgresql://parley@db.example.net/parley',
      ]);
    });

    it('are rejected if they are missing, if the value is also set, or if the setting does not exist', () => {
      const file = fileWith('1');
      expect(
        faultsOf({
          PARLEY_SECRET_KEY_FILE: path.join(folder, 'missing'),
          PARLEY_HTTP_PORT: '1',
          PARLEY_HTTP_PORT_FILE: file,
          PARLEY_HTTP_PROT_FILE: file,
        }),
      ).toEqual([
        'PARLEY_HTTP_PROT_FILE is not a setting. Remove it, or see docs/configuration.md for the correct name',
        `PARLEY_SECRET_KEY_FILE=${path.join(folder, 'missing')} cannot be read (ENOENT). Set it to a file that this user can read`,
        'PARLEY_HTTP_PORT and PARLEY_HTTP_PORT_FILE are both set. Remove one of them',
      ]);
    });
  });

  it('never includes a secret in a message', () => {
    const faults = faultsOf({
      PARLEY_TRUNK_URL: 'http://user:hunter2@host',
      PARLEY_DATABASE_URL: 'mysql://root:hunter2@host/x',
    });
    expect(faults).toHaveLength(2);
    expect(faults.join()).not.toContain('hunter2');
  });

  it('parses a trunk URL', () => {
    expect(
      readConfig({ PARLEY_TRUNK_URL: 'sip:bob:p%40ss@trunk.example.net:5070;transport=tcp' }).trunkUrl,
    ).toEqual({
      user: 'bob',
      password: 'p@ss',
      host: 'trunk.example.net',
      port: 5070,
      transport: 'tcp',
    });
    expect(readConfig({ PARLEY_TRUNK_URL: 'sip:10.0.0.1' }).trunkUrl).toEqual({
      user: undefined,
      password: undefined,
      host: '10.0.0.1',
      port: undefined,
      transport: 'udp',
    });
    expect(
      readConfig({ PARLEY_TRUNK_URL: 'sips:trunk.example.net;mediaLatch=any;transport=tcp' }).trunkUrl,
    ).toMatchObject({ transport: 'tcp', mediaLatch: 'any' });
    expect(
      readConfig({ PARLEY_TRUNK_URL: 'sip:trunk.example.net;followRedirect=on' }).trunkUrl,
    ).toMatchObject({
      followRedirect: true,
    });
  });

  it.each([
    ['sip:bob:100%@trunk.example.net', 'write a percent sign as %25'],
    ['sip:trunk.example.net:65536', 'port outside 1 to 65535'],
    ['sip:trunk.example.net:0', 'port outside 1 to 65535'],
    ['sip:trunk.example.net;mediaLatch=all', ';mediaLatch=signalled, symmetric or any'],
    ['sip:trunk.example.net;transport=udp;transport=tcp', 'each once'],
    ['sip:trunk.example.net;lr=on', 'may end only with'],
  ])('reports the invalid trunk %s together with other faults', (text, sentence) => {
    const faults = faultsOf({ PARLEY_TRUNK_URL: text, PARLEY_SIP_PORT: 'x' });
    expect(faults).toHaveLength(2);
    expect(faults.join()).toContain(sentence);
    expect(faults.join()).not.toContain('100%');
  });

  it('accepts only IP addresses and CIDR blocks as sources of a trunk', () => {
    const sourcesOf = (text: string) => readConfig({ PARLEY_TRUNK_SOURCES: text }).trunkSources;
    expect(sourcesOf('203.0.113.0/24, 198.51.100.9,2001:db8::/32')).toEqual([
      '203.0.113.0/24',
      '198.51.100.9',
      '2001:db8::/32',
    ]);
    for (const text of ['sip.example.net', '203.0.113.0/33', '203.0.113.0/', '::1/129', '10.0.0.1/8/8', ','])
      expect(faultsOf({ PARLEY_TRUNK_SOURCES: text })).toHaveLength(1);
  });
});

describe('PARLEY_PLANS', () => {
  it('reads the limits of plans', () => {
    expect(readConfig({ PARLEY_PLANS: 'standard=1200/50/10, developer=30/1/1' }).plans).toEqual({
      standard: { requestsPerMinute: 1200, concurrentCalls: 50, callStartsPerSecond: 10 },
      developer: { requestsPerMinute: 30, concurrentCalls: 1, callStartsPerSecond: 1 },
    });
    expect(readConfig({}).plans).toBeUndefined();
  });

  it.each([
    'standard',
    'standard=600',
    'gold=1/1/1',
    'standard=0/1/1',
    'standard=1/1/1/1',
    'standard=-1/1/1',
  ])('rejects %s', (text) => {
    expect(() => readConfig({ PARLEY_PLANS: text })).toThrow(/is not a list of plans such as standard=600/);
  });
});

describe('PARLEY_NUMBER_SOURCES', () => {
  const account = `AC${'0'.repeat(32)}`;

  it('defaults to the inventory', () => {
    expect(readConfig({}).numberSources).toEqual(['inventory']);
    const config = readConfig({
      PARLEY_NUMBER_SOURCES: 'twilio, inventory',
      PARLEY_TWILIO_ACCOUNT_SID: account,
      PARLEY_TWILIO_AUTH_TOKEN: 'secret',
    });
    expect(config.numberSources).toEqual(['twilio', 'inventory']);
  });

  it('requires the credentials of each source, and reports all missing ones', () => {
    const env = { PARLEY_NUMBER_SOURCES: 'telnyx,twilio', PARLEY_TWILIO_ACCOUNT_SID: account };
    expect(() => readConfig(env)).toThrow(
      /2 errors.*PARLEY_TELNYX_API_KEY is not set.*PARLEY_TWILIO_AUTH_TOKEN is not set/s,
    );
    expect(() => readConfig({ PARLEY_NUMBER_SOURCES: 'vonage' })).toThrow(/names a source other than/);
    expect(() => readConfig({ PARLEY_TWILIO_ACCOUNT_SID: 'me' })).toThrow(
      /is not AC and 32 hexadecimal digits/,
    );
  });
});

describe('PARLEY_OPENAI_COMPATIBLE', () => {
  const servers = 'groq=https://api.groq.com/openai/v1, my-gpu=http://127.0.0.1:8000/v1';

  it('reads named servers with the keys of their names', () => {
    const env = { PARLEY_OPENAI_COMPATIBLE: servers, PARLEY_MY_GPU_API_KEY: 'gpu', PARLEY_GROQ_API_KEY: '' };
    expect(readConfig(env).openaiCompatible).toEqual([
      { name: 'groq', baseUrl: 'https://api.groq.com/openai/v1', apiKey: undefined },
      { name: 'my-gpu', baseUrl: 'http://127.0.0.1:8000/v1', apiKey: 'gpu' },
    ]);
    expect(readConfig({}).openaiCompatible).toBeUndefined();
  });

  it('rejects a key of a name that is not in the list', () => {
    expect(faultsOf({ PARLEY_OPENAI_COMPATIBLE: servers, PARLEY_TOGETHER_API_KEY: 'x' })).toEqual([
      expect.stringContaining('PARLEY_TOGETHER_API_KEY is not a setting'),
    ]);
  });

  it.each([
    ['groq', 'is not a list such as groq='],
    ['Groq=https://api.groq.com/openai/v1', 'is not a list such as groq='],
    ['groq=api.groq.com', 'is not a list such as groq='],
    ['a=http://127.0.0.1/v1,a=http://127.0.0.2/v1', 'has a name twice'],
    ['anthropic=http://127.0.0.1/v1', 'uses the reserved name anthropic'],
    ['builtin=http://127.0.0.1/v1', 'uses the reserved name builtin'],
  ])('rejects %s', (text, message) => {
    expect(faultsOf({ PARLEY_OPENAI_COMPATIBLE: text })).toEqual([expect.stringContaining(message)]);
  });
});

describe('docs/configuration.md', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/configuration.md'), 'utf8');

  it('describes every setting with its default, and no others', () => {
    const rows = [...text.matchAll(/^\| `(PARLEY_\w+)` \| (.*?) \| (.*) \|$/gm)].map((row) => row.slice(1));
    const expected = Object.values(settings).map((one: Setting) => [
      one.name,
      one.fallback === undefined ? '' : `\`${one.fallback}\``,
      one.description,
    ]);
    expect(rows.map((row) => row.map((cell) => cell.trim()))).toEqual(expected);
  });
});
