import { describe, expect, it } from 'vitest';
import { ManualClock } from '../core/manual-clock.ts';
import { seededRandom } from '../core/random.ts';
import { parseChallenge, parseCredentials, type Challenge, type Credentials } from './auth-header.ts';
import { chooseChallenge, DigestAnswerer } from './digest.ts';
import { digestAlgorithm, digestResponse } from './digest-response.ts';
import { DigestServer } from './digest-server.ts';

const empty = Buffer.alloc(0);
const account = { username: 'alice', password: 'secret' };
const subject = { method: 'REGISTER', uri: 'sip:example.com', body: empty };

const challengeOf = (text: string): Challenge => parseChallenge(`Digest realm="r", nonce="n", ${text}`)!;
const answer = (challenge: Challenge, body = empty): Credentials =>
  parseCredentials(new DigestAnswerer(challenge, account, seededRandom(1)).answer({ ...subject, body }))!;

describe('the response', () => {
  const mufasa = {
    username: 'Mufasa',
    realm: 'http-auth@example.org',
    password: 'Circle of Life',
    nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
    method: 'GET',
    uri: '/dir/index.html',
    body: empty,
    qop: 'auth',
    cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
    nc: '00000001',
  } as const;

  it.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('with %s is that of RFC 7616 §3.9.1', (name, expected) => {
    expect(digestResponse({ ...mufasa, algorithm: digestAlgorithm(name)! })).toBe(expected);
  });

  it('without qop is that of RFC 2069, as its errata have it', () => {
    const response = digestResponse({
      ...mufasa,
      realm: 'testrealm@host.com',
      password: 'CircleOfLife',
      nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093',
      algorithm: digestAlgorithm('MD5')!,
      qop: undefined,
    });
    expect(response).toBe('1949323746fe6a43ef61f9606e7febea');
  });
});

describe('the side that answers', () => {
  it('chooses the strongest algorithm that it knows, and the first among equals', () => {
    const challenges = [
      'algorithm=MD5',
      'algorithm=ROT13',
      'algorithm=SHA-256',
      'algorithm=sha-256, opaque="2"',
    ];
    expect(chooseChallenge(challenges.map(challengeOf))).toEqual(challengeOf('algorithm=SHA-256'));
  });

  it('chooses none where none is known', () => {
    expect(chooseChallenge([challengeOf('algorithm=ROT13'), challengeOf('qop="other"')])).toBeUndefined();
    expect(() => new DigestAnswerer(challengeOf('qop="other"'), account, seededRandom(1))).toThrow(
      RangeError,
    );
  });

  it('counts the uses of a nonce', () => {
    const answerer = new DigestAnswerer(challengeOf('qop="auth"'), account, seededRandom(1));
    const counts = [1, 2].map(() => parseCredentials(answerer.answer(subject))!.nc);
    expect(counts).toEqual(['00000001', '00000002']);
  });

  it('prefers auth, takes auth-int, and leaves qop out where none is offered', () => {
    expect(answer(challengeOf('qop="auth-int,auth"')).qop).toBe('auth');
    expect(answer(challengeOf('qop="auth-int"')).qop).toBe('auth-int');
    expect(answer(challengeOf('opaque="o"'))).toMatchObject({ qop: undefined, nc: undefined, opaque: 'o' });
  });

  it('gives its user name in the clear although a hash is offered', () => {
    expect(answer(challengeOf('userhash=true'))).toMatchObject({ username: 'alice', userhash: false });
  });

  it('escapes what would end a quoted string', () => {
    const odd = { username: 'a"b\\c', password: 'p' };
    const text = new DigestAnswerer(challengeOf('qop="auth"'), odd, seededRandom(1)).answer(subject);
    expect(parseCredentials(text)!.username).toBe('a"b\\c');
  });
});

describe('the side that asks', () => {
  const key = new Uint8Array(16);
  const clock = new ManualClock();
  const serverWith = (more: object = {}) =>
    new DigestServer({ realm: 'example.com', clock, random: seededRandom(2), key, ...more });
  const answererOf = (challenge: string) =>
    new DigestAnswerer(parseChallenge(challenge)!, account, seededRandom(3));
  const ask = (server: DigestServer, given: string, password = 'secret', body = empty) =>
    server.verify(parseCredentials(given)!, { method: 'REGISTER', body }, password);

  it.each(['SHA-512-256', 'SHA-256', 'MD5'] as const)('accepts the right password with %s', (algorithm) => {
    const server = serverWith({ algorithms: [algorithm] });
    expect(ask(server, answererOf(server.challenge()[0]!).answer(subject))).toBe('accepted');
  });

  it('accepts the session form and auth-int, and sees a changed body', () => {
    const server = serverWith();
    const challenge = server
      .challenge()[0]!
      .replace('algorithm=SHA-256', 'algorithm=SHA-256-sess')
      .replace('qop="auth,auth-int"', 'qop="auth-int"');
    const answerer = answererOf(challenge);
    const body = Buffer.from('body');
    expect(ask(server, answerer.answer({ ...subject, body }), 'secret', body)).toBe('accepted');
    expect(ask(server, answerer.answer({ ...subject, body }), 'secret', empty)).toBe('refused');
  });

  it('refuses a wrong password, a wrong method and a nonce that is not ours', () => {
    const server = serverWith();
    const given = answererOf(server.challenge()[0]!).answer(subject);
    expect(ask(server, given, 'other')).toBe('refused');
    expect(server.verify(parseCredentials(given)!, { method: 'INVITE', body: empty }, 'secret')).toBe(
      'refused',
    );
    expect(
      ask(server, answererOf('Digest realm="example.com", nonce="1.2.3", qop="auth"').answer(subject)),
    ).toBe('refused');
  });

  it('refuses credentials without qop, and a hashed user name', () => {
    const server = serverWith();
    const challenge = server.challenge()[0]!;
    expect(ask(server, answererOf(challenge.replace(/, qop="[^"]*"/, '')).answer(subject))).toBe('refused');
    expect(ask(server, `${answererOf(challenge).answer(subject)}, userhash=true`)).toBe('refused');
  });

  it('refuses the same count again and one below', () => {
    const server = serverWith();
    const answerer = answererOf(server.challenge()[0]!);
    const [first, second] = [answerer.answer(subject), answerer.answer(subject)];
    expect([second, second, first].map((given) => ask(server, given))).toEqual([
      'accepted',
      'refused',
      'refused',
    ]);
  });

  it('calls a nonce stale past its life, and says so in the next challenge', async () => {
    const server = serverWith({ nonceLifeMs: 1_000 });
    const given = answererOf(server.challenge()[0]!).answer(subject);
    await clock.advance(1_001);
    expect(ask(server, given)).toBe('stale');
    expect(parseChallenge(server.challenge(true)[0]!)!.stale).toBe(true);
  });

  it('calls nonces stale whose counts it had to forget, and never accepts their replay', async () => {
    const server = serverWith({ noncesMax: 1 });
    const old = answererOf(server.challenge()[0]!).answer(subject);
    expect(ask(server, old)).toBe('accepted');
    await clock.advance(1);
    expect(ask(server, answererOf(server.challenge()[0]!).answer(subject))).toBe('accepted');
    expect(ask(server, old)).toBe('stale');
  });
});
