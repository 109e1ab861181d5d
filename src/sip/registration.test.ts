import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cseqOf } from './header-fields.ts';
import { createResponse } from './message.ts';
import { nameAddr } from './name-addr.ts';
import type { Registration, RegistrationOptions } from './registration.ts';
import { AgentUnderTest, peerTarget } from './testing/agent-under-test.ts';
import { ScriptedPeer } from './testing/scripted-peer.ts';
import { parseUri } from './uri.ts';

let test: AgentUnderTest;
let states: string[];

beforeEach(() => {
  test = new AgentUnderTest();
  states = [];
});

afterEach(() => test.close());

async function register(options: Partial<RegistrationOptions> = {}): Promise<Registration> {
  const registration = test.agent.register({
    identity: nameAddr(parseUri('sip:parley@trunk.example')),
    registrar: 'sip:trunk.example',
    locate: () => Promise.resolve([peerTarget]),
    onChange: (state) => states.push(state),
    ...options,
  });
  await test.settle();
  return registration;
}

const answer = async (status: number, fields: readonly (readonly [string, string])[] = []) => {
  test.peer.reply(test.peer.requests('REGISTER').at(-1)!, status, { fields });
  await test.settle();
};

/** Returns the REGISTERs without retransmissions. */
const attempts = () => [...new Set(test.peer.requests('REGISTER').map((request) => cseqOf(request).number))];

describe('a registration', () => {
  it('is refreshed at 80 to 90 % of the granted time, with one Call-ID', async () => {
    await register();
    await answer(200, [['Contact', '<sip:parley@192.0.2.1:5060>;expires=100']]);
    expect(states).toEqual(['registered']);
    await test.clock.advance(79_000);
    expect(attempts()).toEqual([1]);
    await test.clock.advance(11_000);
    expect(attempts()).toEqual([1, 2]);
    expect(new Set(test.peer.requests('REGISTER').map(({ headers }) => headers.get('Call-ID'))).size).toBe(1);
  });

  it('answers a challenge', async () => {
    await register({ account: { username: 'parley', password: 'secret' } });
    await answer(401, [['WWW-Authenticate', 'Digest realm="trunk.example", nonce="n", qop="auth"']]);
    expect(test.peer.requests('REGISTER')[1]!.headers.get('Authorization')).toContain('username="parley"');
    await answer(200);
    expect(states).toEqual(['registered']);
  });

  it('requests the minimum of a 423', async () => {
    await register({ expiresSeconds: 60 });
    await answer(423, [['Min-Expires', '600']]);
    expect(test.peer.requests('REGISTER')[1]!.headers.get('Expires')).toBe('600');
  });

  it('fails after two 423 with rising minimums, and tries again later', async () => {
    await register({ expiresSeconds: 60 });
    for (const minimum of ['600', '601', '602']) await answer(423, [['Min-Expires', minimum]]);
    expect(attempts()).toEqual([1, 2, 3]);
    expect(states).toEqual(['failed']);
    await test.clock.advance(30_000);
    expect(attempts()).toEqual([1, 2, 3, 4]);
  });

  it('fails after a 423 with a minimum above a day', async () => {
    await register();
    await answer(423, [['Min-Expires', '86401']]);
    expect([attempts(), states]).toEqual([[1], ['failed']]);
  });

  it('is retried after 15 to 30 s, then after longer delays', async () => {
    await register();
    await answer(403);
    expect(states).toEqual(['failed']);
    await test.clock.advance(14_900);
    expect(attempts()).toEqual([1]);
    await test.clock.advance(15_100);
    expect(attempts()).toEqual([1, 2]);
    await answer(503);
    await test.clock.advance(29_900);
    expect(attempts()).toEqual([1, 2]);
    await test.clock.advance(30_100);
    expect(attempts()).toEqual([1, 2, 3]);
  });

  it('fails without a response', async () => {
    await register();
    await test.clock.advance(32_100);
    expect(states).toEqual(['failed']);
  });

  it('fails if no server is found', async () => {
    await register({ locate: () => Promise.reject(new Error('no such name')) });
    expect(states).toEqual(['failed']);
  });

  const second = { ...peerTarget, address: '192.0.2.3' };

  it.each([
    ['does not respond for 5 s', () => test.clock.advance(5_000), undefined],
    ['sends 503', () => answer(503, [['Retry-After', '60']]), 60_000],
  ])('continues with the next target if the first %s', async (_, fail, retryAfterMs) => {
    const other = new ScriptedPeer(test.network, second.address, { ...peerTarget, address: '192.0.2.1' });
    const failed: unknown[] = [];
    await register({
      locate: () => Promise.resolve([peerTarget, second]),
      onTargetFailed: ({ address }, ms) => failed.push(address, ms),
    });
    await fail();
    const [request] = other.requests('REGISTER');
    other.reply(request!, 200);
    await test.settle();
    expect([states, failed]).toEqual([['registered'], [peerTarget.address, retryAfterMs]]);
    await other.close();
  });

  it('fails if every target fails, and not if the registrar rejects it', async () => {
    await register({ locate: () => Promise.resolve([peerTarget, second]) });
    await answer(503);
    await test.clock.advance(32_100);
    expect(states).toEqual(['failed']);
    await test.close();
    test = new AgentUnderTest();
    await register({ locate: () => Promise.resolve([peerTarget, second]) });
    await answer(403);
    expect(test.network.sentMessages.map(({ to }) => to)).not.toContain('192.0.2.3:5060');
  });

  it.each([
    [
      'own, without the default port',
      ['<sip:parley@192.0.2.1>;expires=90', '<sip:x@192.0.2.8>;expires=20'],
      90,
    ],
    ['rewritten', ['<sip:parley@198.51.100.7:40123>;expires=100'], 100],
    [
      'rewritten, beside those of other phones',
      ['<sip:a@192.0.2.7>;expires=100', '<sip:b@192.0.2.8>;expires=900'],
      100,
    ],
    ['without a lifetime', ['<sip:parley@192.0.2.1:5060>'], 200],
    ['missing', [], 200],
  ])('lasts as long as granted if its Contact in the response is %s', async (_, contacts, seconds) => {
    const details: string[] = [];
    await register({ onChange: (_state, detail) => details.push(detail) });
    const fields = contacts.map((contact) => ['Contact', contact] as const);
    test.peer.send(
      createResponse(test.peer.requests('REGISTER')[0]!, 200, {
        toTag: 'x',
        headers: [...fields, ['Expires', '200']],
      }),
    );
    await test.settle();
    expect(details).toEqual([`Registered for ${seconds} s.`]);
  });

  it('is removed on close, if it exists', async () => {
    const registration = await register();
    await answer(200);
    const closed = registration.close();
    await test.settle();
    expect(test.peer.requests('REGISTER')[1]!.headers.get('Expires')).toBe('0');
    await answer(200);
    await closed;
    expect(states).toEqual(['registered', 'closed']);
  });
});
