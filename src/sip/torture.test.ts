import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findMessageFault } from './find-message-fault.ts';
import {
  callIdOf,
  contactsOf,
  cseqOf,
  expiresOf,
  fromOf,
  maxForwardsOf,
  requestUriOf,
  toOf,
  viasOf,
} from './header-fields.ts';
import type { SipMessage } from './message.ts';
import { AnswerableParseError } from './answerable-parse-error.ts';
import { SipParseError } from './parse-error.ts';
import { messageError, parseMessage } from './parse-message.ts';
import { serializeMessage } from './serialize-message.ts';
import { isSipUri, unescapeUser } from './uri.ts';

/** Returns the result of a message: `accepted`, the status of its rejection, or `dropped`. */
function resultOf(bytes: Buffer): string {
  try {
    const message = parseMessage(bytes);
    const fault = findMessageFault(message);
    if (fault === undefined) return 'accepted';
    throw messageError({ text: fault, status: 400 }, message);
  } catch (error) {
    if (!(error instanceof SipParseError)) throw error;
    return error instanceof AnswerableParseError ? String(error.status) : 'dropped';
  }
}

const read = (name: string) => readFileSync(path.join(import.meta.dirname, 'torture', `${name}.dat`));
const parse = (name: string): SipMessage => parseMessage(read(name));

function casesWithResult(result: string, names: string): [string, string][] {
  return names
    .trim()
    .split(/\s+/)
    .map((name) => [name, result]);
}

describe('the torture messages of RFC 4475', () => {
  it.each([
    // §3.1.1, valid messages
    ...casesWithResult(
      'accepted',
      'wsinv intmeth esc01 escnull esc02 lwsdisp longreq dblreq semiuri transports',
    ),
    ...casesWithResult('accepted', 'unreason noreason'),
    // §3.1.2, invalid messages
    ...casesWithResult('400', 'clerr ncl scalar02 quotbal ltgtruri lwsruri lwsstart trws escruri regbadct'),
    ...casesWithResult('400', 'badaspec baddn mismatch01 mismatch02'),
    ...casesWithResult('dropped', 'badinv01 scalarlg bigcode'),
    ...casesWithResult('505', 'badvers'),
    ...casesWithResult('accepted', 'baddate'),
    // §3.2 to §3.4: accepted for the layers above, except messages that no element can process
    ...casesWithResult('accepted', 'badbranch unkscm novelsc unksm2 bext01 invut regaut01 zeromf cparam01'),
    ...casesWithResult('accepted', 'cparam02 regescrt sdp01 inv2543 bcast'),
    ...casesWithResult('400', 'multi01 mcl01'),
    ...casesWithResult('dropped', 'insuf'),
  ])('handles %s: %s', (name, result) => {
    expect(resultOf(read(name))).toBe(result);
  });

  it.each(['wsinv', 'intmeth', 'esc01', 'esc02', 'longreq', 'semiuri', 'unreason', 'noreason', 'transports'])(
    '%s round-trips through serialisation',
    (name) => {
      const message = parse(name);
      const reparsed = parseMessage(serializeMessage(message));
      expect([...reparsed.headers]).toEqual([...message.headers]);
      expect({ ...reparsed, headers: 0 }).toEqual({ ...message, headers: 0 });
    },
  );
});

describe('wsinv, the tortuous INVITE (§3.1.1.1)', () => {
  const message = parse('wsinv');

  it('is parsed with folded and compact fields as the RFC describes', () => {
    expect(viasOf(message).map(({ transport, host }) => [transport, host])).toEqual([
      ['UDP', '192.0.2.2'],
      ['TCP', 'spindle.example.com'],
      ['UDP', '192.168.255.111'],
    ]);
    expect(toOf(message).parameters.get('tag')).toBe('1918181833n');
    expect(fromOf(message).displayName).toBe('J Rosenberg \\"');
    expect([maxForwardsOf(message), cseqOf(message).number]).toEqual([68, 9]);
    expect(message.headers.get('Subject')).toBe('');
    expect(message.headers.get('NewFangledHeader')).toBe('newfangled value continued newfangled value');
    expect(message.headers.get('UnknownHeaderWithUnusualValue')).toBe(';;,,;;,;');
    expect(Object.fromEntries(contactsOf(message)[0]!.parameters)).toEqual({
      newparam: 'newvalue',
      secondparam: '',
      q: '0.33',
    });
    expect(message.body).toHaveLength(150);
  });
});

describe('unusual characters (§3.1.1.2 to §3.1.1.5)', () => {
  it('are kept in methods, names, quoted strings and Call-ID', () => {
    const message = parse('intmeth');
    expect(message.type === 'request' && message.method).toBe("!interesting-Method0123456789_*+`.%indeed'~");
    expect(toOf(message).displayName).toBe('BEL:\u0007 NUL:\0 DEL:\u007f');
    expect(fromOf(message).displayName).toBe("token1~` token2'+_ token3*%!.-");
    expect(callIdOf(message)).toBe('intmeth.word%ZK-!.*_+\'@word`~)(><:\\/"][?}{');
  });

  it('are unescaped in users once, and nowhere else', () => {
    const message = parse('esc01');
    const uri = toOf(message).uri;
    expect(isSipUri(uri) && unescapeUser(uri.user ?? '')).toBe('user');
    const target = requestUriOf(message as Extract<SipMessage, { type: 'request' }>);
    expect(isSipUri(target) && target.host).toBe('example.net');
    expect(contactsOf(parse('esc02'))).toHaveLength(2);
  });

  it('do not truncate a user that contains NUL', () => {
    const users = contactsOf(parse('escnull')).map(
      ({ uri }) => isSipUri(uri) && unescapeUser(uri.user ?? ''),
    );
    expect(users).toEqual(['\0', '\0\0']);
  });
});

it('parses only the first request of a datagram with two (§3.1.1.8)', () => {
  const message = parse('dblreq');
  expect([message.body.length, callIdOf(message)]).toEqual([0, 'dblreq.0ha0isndaksdj99sdfafnl3lk233412']);
});

it('rejects numbers out of range instead of wrapping them (§3.1.2.4)', () => {
  const message = parse('scalar02');
  for (const readNumber of [cseqOf, maxForwardsOf, expiresOf])
    expect(() => readNumber(message)).toThrow(SipParseError);
});
