import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cseqOf } from './header-fields.ts';
import { nameAddr } from './name-addr.ts';
import type { Registration, RegistrationOptions } from './registration.ts';
import { AgentUnderTest, peerTarget } from './testing/agent-under-test.ts';
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
    locate: () => Promise.resolve(peerTarget),
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
