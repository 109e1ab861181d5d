import { describe, expect, it } from 'vitest';
import { ManualClock } from '../core/manual-clock.ts';
import { seededRandom } from '../core/random.ts';
import { parseChallenge, parseCredentials, type Challenge, type Credentials } from './auth-header.ts';
import { chooseChallenge, DigestClient } from './digest.ts';
import { digestAlgorithm, digestResponse } from './digest-response.ts';
import { DigestServer } from './digest-server.ts';

const emptyBody = Buffer.alloc(0);
const account = { username: 'alice', password: 'secret' };
const request = { method: 'REGISTER', uri: 'sip:example.com', body: emptyBody };

const challengeOf = (text: string): Challenge => parseChallenge(`Digest realm="r", nonce="n", ${text}`)!;
const answerTo = (challenge: Challenge, body = emptyBody): Credentials =>
  parseCredentials(new DigestClient(challenge, account, seededRandom(1)).answer({ ...request, body }))!;

describe('digestResponse', () => {
  const rfcExample = {
    username: 'Mufasa',
    realm: 'http-auth@example.org',
    password: 'Circle of Life',
    nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
    method: 'GET',
    uri: '/dir/index.html',
    body: emptyBody,
    qop: 'auth',
    cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
    nc: '00000001',
  } as const;

  it.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('with %s matches RFC 7616 §3.9.1', (name, expected) => {
    expect(digestResponse({ ...rfcExample, algorithm: digestAlgorithm(name)! })).toBe(expected);
  });

  it('without qop matches RFC 2069 with its errata', () => {
    const response = digestResponse({
      ...rfcExample,
      realm: 'testrealm@host.com',
      password: 'CircleOfLife',
      nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093',
      algorithm: digestAlgorithm('MD5')!,
      qop: undefined,
    });
    expect(response).toBe('1949323746fe6a43ef61f9606e7febea');
  });
});

describe('DigestClient', () => {
  it('chooses the strongest supported algorithm, and the first among equals', () => {
    const challenges = [
      'algorithm=MD5',
      'algorithm=ROT13',
      'algorithm=SHA-256',
      'algorithm=sha-256, opaque="2"',
    ];
    expect(chooseChallenge(challenges.map(challengeOf))).toEqual(challengeOf('algorithm=SHA-256'));
  });

  it('chooses no challenge with an unsupported algorithm', () => {
    expect(chooseChallenge([challengeOf('algorithm=ROT13'), challengeOf('qop="other"')])).toBeUndefined();
    expect(() => new DigestClient(challengeOf('qop="other"'), account, seededRandom(1))).toThrow(RangeError);
  });

  it('counts the uses of a nonce', () => {
    const client = new DigestClient(challengeOf('qop="auth"'), account, seededRandom(1));
    const counts = [1, 2].map(() => parseCredentials(client.answer(request))!.nc);
    expect(counts).toEqual(['00000001', '00000002']);
  });

  it('prefers auth, supports auth-int, and omits qop if none is offered', () => {
    expect(answerTo(challengeOf('qop="auth-int,auth"')).qop).toBe('auth');
    expect(answerTo(challengeOf('qop="auth-int"')).qop).toBe('auth-int');
    expect(answerTo(challengeOf('opaque="o"'))).toMatchObject({ qop: undefined, nc: undefined, opaque: 'o' });
  });

  it('sends its user name unhashed even if userhash is offered', () => {
    expect(answerTo(challengeOf('userhash=true'))).toMatchObject({ username: 'alice', userhash: false });
  });

  it('escapes quotes and backslashes', () => {
    const escapedAccount = { username: 'a"b\\c', password: 'p' };
    const text = new DigestClient(challengeOf('qop="auth"'), escapedAccount, seededRandom(1)).answer(request);
    expect(parseCredentials(text)!.username).toBe('a"b\\c');
  });
});

describe('DigestServer', () => {
  const key = new Uint8Array(16);
  const clock = new ManualClock();
  const serverWith = (options: object = {}) =>
    new DigestServer({ realm: 'example.com', clock, random: seededRandom(2), key, ...options });
  const clientFor = (challenge: string) =>
    new DigestClient(parseChallenge(challenge)!, account, seededRandom(3));
  const verify = (server: DigestServer, authorization: string, password = 'secret', body = emptyBody) =>
    server.verify(parseCredentials(authorization)!, { method: 'REGISTER', body }, password);

  it.each(['SHA-512-256', 'SHA-256', 'MD5'] as const)('accepts the right password with %s', (algorithm) => {
    const server = serverWith({ algorithms: [algorithm] });
    expect(verify(server, clientFor(server.challenge()[0]!).answer(request))).toBe('accepted');
  });

  it('accepts the session variant and auth-int, and detects a changed body', () => {
    const server = serverWith();
    const challenge = server
      .challenge()[0]!
      .replace('algorithm=SHA-256', 'algorithm=SHA-256-sess')
      .replace('qop="auth,auth-int"', 'qop="auth-int"');
    const client = clientFor(challenge);
    const body = Buffer.from('body');
    expect(verify(server, client.answer({ ...request, body }), 'secret', body)).toBe('accepted');
    expect(verify(server, client.answer({ ...request, body }), 'secret', emptyBody)).toBe('rejected');
  });

  it('rejects a wrong password, a wrong method and a foreign nonce', () => {
    const server = serverWith();
    const authorization = clientFor(server.challenge()[0]!).answer(request);
    expect(verify(server, authorization, 'other')).toBe('rejected');
    expect(
      server.verify(parseCredentials(authorization)!, { method: 'INVITE', body: emptyBody }, 'secret'),
    ).toBe('rejected');
    expect(
      verify(server, clientFor('Digest realm="example.com", nonce="1.2.3", qop="auth"').answer(request)),
    ).toBe('rejected');
  });

  it('rejects credentials without qop, and a hashed user name', () => {
    const server = serverWith();
    const challenge = server.challenge()[0]!;
    expect(verify(server, clientFor(challenge.replace(/, qop="[^"]*"/, '')).answer(request))).toBe(
      'rejected',
    );
    expect(verify(server, `${clientFor(challenge).answer(request)}, userhash=true`)).toBe('rejected');
  });

  it('rejects a repeated or lower nonce count', () => {
    const server = serverWith();
    const client = clientFor(server.challenge()[0]!);
    const [first, second] = [client.answer(request), client.answer(request)];
    expect([second, second, first].map((authorization) => verify(server, authorization))).toEqual([
      'accepted',
      'rejected',
      'rejected',
    ]);
  });

  it('reports an expired nonce as stale, and can mark a challenge as stale', async () => {
    const server = serverWith({ nonceLifetimeMs: 1_000 });
    const authorization = clientFor(server.challenge()[0]!).answer(request);
    await clock.advance(1_001);
    expect(verify(server, authorization)).toBe('stale');
    expect(parseChallenge(server.challenge(true)[0]!)!.stale).toBe(true);
  });

  it('reports a nonce with an evicted count as stale, and never accepts its replay', async () => {
    const server = serverWith({ maxNonces: 1 });
    const old = clientFor(server.challenge()[0]!).answer(request);
    expect(verify(server, old)).toBe('accepted');
    await clock.advance(1);
    expect(verify(server, clientFor(server.challenge()[0]!).answer(request))).toBe('accepted');
    expect(verify(server, old)).toBe('stale');
  });
});
