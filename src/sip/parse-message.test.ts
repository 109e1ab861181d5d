import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMessageFault } from './find-message-fault.ts';
import { contactsOf, fromOf, toTagOf, viasOf } from './header-fields.ts';
import { createRequest, createResponse, type SipMessage } from './message.ts';
import { AnswerableParseError } from './answerable-parse-error.ts';
import { SipParseError } from './parse-error.ts';
import { maxHeaderCount, maxLineBytes, maxMessageBytes, parseMessage } from './parse-message.ts';
import { serializeMessage } from './serialize-message.ts';

const lines = [
  'INVITE sip:bob@biloxi.example.com SIP/2.0',
  'Via: SIP/2.0/UDP pc33.atlanta.example.com:5066;branch=z9hG4bK776asdhds;rport',
  'v: SIP/2.0/TLS [2001:db8::1]:5061;branch=z9hG4bKa , SIP/2.0/TCP c.example.com;branch=z9hG4bKb',
  'Max-Forwards: 70',
  'Record-Route: <sip:p1.example.com;lr>, <sip:p2.example.com;lr>',
  't: "Bob, \\"the builder\\"" <sip:bob@biloxi.example.com>',
  'f: Alice <sip:alice@atlanta.example.com;user=phone>;tag=1928301774',
  'i: a84b4c76e66710@pc33.atlanta.example.com',
  'CSeq: 314159 INVITE',
  'm: <sip:alice@pc33.atlanta.example.com>;q=0.7;expires=60,\r\n <sip:alice@192.0.2.9:5070>',
  'k: timer, 100rel',
  'Session-Expires: 1800;refresher=uac',
  'Replaces: abc@x;to-tag=1;from-tag=2',
  'X-Unknown: ;;,,',
  'Content-Type: application/sdp',
  'Content-Length: 5',
];
const raw = Buffer.from(`${lines.join('\r\n')}\r\n\r\nv=0\r\n`);

/** Parses and validates like the transaction layer. Returns true if nothing but SipParseError was thrown. */
function throwsOnlyParseErrors(bytes: Buffer): boolean {
  try {
    findMessageFault(parseMessage(bytes));
  } catch (error) {
    return error instanceof SipParseError;
  }
  return true;
}

describe('parseMessage', () => {
  it('parses compact and folded header fields', () => {
    const message = parseMessage(raw);
    expect(findMessageFault(message)).toBeUndefined();
    expect(viasOf(message).map(({ host, port }) => `${host} ${port}`)).toEqual([
      'pc33.atlanta.example.com 5066',
      '[2001:db8::1] 5061',
      'c.example.com undefined',
    ]);
    expect(contactsOf(message).map(({ parameters }) => parameters.get('q'))).toEqual(['0.7', undefined]);
    expect(fromOf(message).displayName).toBe('Alice');
    expect(message.body.toString()).toBe('v=0\r\n');
  });

  it('round-trips a message', () => {
    const message = parseMessage(raw);
    expect(asPlain(parseMessage(serializeMessage(message)))).toEqual(asPlain(message));
  });

  it('round-trips any method, fields and body', () => {
    const token = fc.stringMatching(/^[A-Za-z0-9\-.!%*_+`'~]{1,20}$/);
    const value = fc.stringMatching(/^[!-~\u0080-\u00ff](?:[ -~\u0080-\u00ff]{0,40}[!-~\u0080-\u00ff])?$/);
    const fields = fc.array(fc.tuple(token, value), { maxLength: 20 });
    const body = fc.uint8Array({ maxLength: 200 });
    fc.assert(
      fc.property(token, fields, body, (method, allFields, bytes) => {
        const usable = allFields.filter(([name]) => !/^(l|content-length)$/i.test(name));
        const content = { contentType: 'a/b', content: Buffer.from(bytes) };
        const request = createRequest(method, 'sip:a@b', usable, content);
        expect(asPlain(parseMessage(serializeMessage(request)))).toEqual(asPlain(request));
      }),
    );
  });

  it('throws only SipParseError for a message truncated anywhere', () => {
    for (let length = 0; length < raw.length; length += 1)
      expect(throwsOnlyParseErrors(raw.subarray(0, length))).toBe(true);
  });

  it('throws only SipParseError for corrupted bytes', () => {
    const flips = fc.array(fc.tuple(fc.nat(raw.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(flips, (changes) => {
        const bytes = Buffer.from(raw);
        for (const [index, byte] of changes) bytes[index] = byte;
        expect(throwsOnlyParseErrors(bytes)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('throws only SipParseError for random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(throwsOnlyParseErrors(Buffer.from(bytes))).toBe(true);
      }),
    );
  });
});

describe('the limits', () => {
  const request = (fields: string, body = '') =>
    Buffer.from(
      `OPTIONS sip:a@b SIP/2.0\r\n${lines[1]}\r\nf: <sip:a@b>;tag=1\r\nt: <sip:a@b>\r\ni: 1\r\nCSeq: 1 OPTIONS\r\n${fields}\r\n${body}`,
    );
  const statusOf = (bytes: Buffer) => {
    try {
      parseMessage(bytes);
      return 'accepted';
    } catch (error) {
      return error instanceof SipParseError ? [error.status, error instanceof AnswerableParseError] : error;
    }
  };

  it('reject a message above 64 KiB, too many fields and a too long field', () => {
    expect(statusOf(request('', 'x'.repeat(maxMessageBytes)))).toEqual([413, false]);
    expect(statusOf(request('X: 1\r\n'.repeat(maxHeaderCount)))).toEqual([413, true]);
    expect(statusOf(request(`X: ${'1'.repeat(maxLineBytes)}\r\n`))).toEqual([413, true]);
    expect(statusOf(request('X: 1\r\n'.repeat(maxHeaderCount - 5)))).toBe('accepted');
  });

  it('reject a body shorter than Content-Length, and cut a longer one', () => {
    expect(statusOf(request('l: 9\r\n', 'x'))).toEqual([400, true]);
    expect(parseMessage(request('l: 1\r\n', 'xyz')).body.toString()).toBe('x');
  });

  it('reject a bare line break within a field', () => {
    expect(statusOf(request('X: a\nInjected: b\r\n'))).toEqual([400, true]);
  });
});

describe('createResponse', () => {
  const request = parseMessage(raw) as Extract<SipMessage, { type: 'request' }>;

  it('copies Vias, tags and routes of the request', () => {
    const response = createResponse(request, 180, { toTag: 'b' });
    expect(response.headers.all('Via')).toEqual(request.headers.all('Via'));
    expect(response.headers.list('Record-Route')).toHaveLength(2);
    expect([response.reason, toTagOf(response)]).toEqual(['Ringing', 'b']);
    expect(createResponse(request, 486).headers.has('Record-Route')).toBe(false);
  });

  it('keeps an existing To tag', () => {
    const within = createRequest('BYE', 'sip:a@b', [['To', '<sip:a@b;tag=no> ; tag = yes']]);
    expect(createResponse(within, 200, { toTag: 'other' }).headers.get('To')).toBe(
      '<sip:a@b;tag=no> ; tag = yes',
    );
  });

  it('prevents header injection', () => {
    const response = createResponse(request, 400, {
      reason: 'Bad\r\nX-Injected: 1',
      headers: [['X-Own', 'a\r\nY: b']],
    });
    const text = serializeMessage(response).toString();
    expect(text).toMatch(/^SIP\/2\.0 400 Bad X-Injected: 1\r\n/);
    expect(text).toContain('X-Own: a Y: b\r\n');
  });
});

function asPlain(message: SipMessage): object {
  return { ...message, headers: [...message.headers], body: message.body.toString('hex') };
}
