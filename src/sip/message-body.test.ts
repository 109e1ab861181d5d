import { describe, expect, it } from 'vitest';
import { readBody, sdpOf } from './message-body.ts';
import { createRequest, type HeaderEntry } from './message.ts';

const message = (contentType: string, content: string, fields: readonly HeaderEntry[] = []) =>
  createRequest('INVITE', 'sip:a@b', fields, { contentType, content });
const part = (content: string, ...fields: string[]) => ['--b', ...fields, '', content];
const mixed = (...parts: string[][]) =>
  message('multipart/mixed;boundary="b"', [...parts.flat(), '--b--', ''].join('\r\n'));
const sdp = part('v=0', 'Content-Type: application/sdp');
const isup = (disposition: string) =>
  part('\x01\x02', 'Content-Type: application/isup', `Content-Disposition: ${disposition}`);

describe('readBody', () => {
  it.each([
    ['application/sdp', message('application/sdp', 'v=0')],
    ['application/sdp with parameters', message('Application/SDP ; charset=utf-8', 'v=0')],
    ['a part', mixed(sdp)],
    ['a part beside an optional one', mixed(isup('signal;handling=optional'), sdp)],
    ['the first part of two', mixed(sdp, part('v=1', 'Content-Type: application/sdp'))],
    [
      'a part of a nested multipart body',
      mixed(
        part(
          ['--c', 'Content-Type: application/sdp', '', 'v=0', '--c--'].join('\r\n'),
          'Content-Type: multipart/alternative;boundary=c',
        ),
      ),
    ],
    ['identity', message('application/sdp', 'v=0', [['Content-Encoding', 'Identity']])],
  ])('returns the session description of %s', (_, request) => {
    expect(readBody(request)).toEqual({ type: 'read', sdp: 'v=0' });
  });

  it.each([
    ['a required part', mixed(isup('signal;handling=required'), sdp), 415, 'Accept'],
    ['a part that is required by default', mixed(isup('signal'), sdp), 415, 'Accept'],
    ['another type', message('application/isup', 'x'), 415, 'Accept'],
    [
      'an early session',
      mixed(part('v=0', 'Content-Type: application/sdp', 'Content-Disposition: early-session')),
      415,
      'Accept',
    ],
    [
      'base64',
      mixed(part('dj0w', 'Content-Type: application/sdp', 'Content-Transfer-Encoding: base64')),
      415,
      'Accept',
    ],
    ['gzip', message('application/sdp', 'v=0', [['Content-Encoding', 'gzip']]), 415, 'Accept-Encoding'],
    [
      'gzip in compact form',
      message('application/sdp', 'v=0', [['e', 'identity, gzip']]),
      415,
      'Accept-Encoding',
    ],
    [
      'gzip in a part',
      mixed(part('v=0', 'Content-Type: application/sdp', 'Content-Encoding: gzip')),
      415,
      'Accept-Encoding',
    ],
    ['a multipart body without a boundary', message('multipart/mixed', 'v=0'), 400, undefined],
  ])('rejects a message with %s', (_, request, status, field) => {
    expect(readBody(request)).toMatchObject({ type: 'rejected', status });
    const result = readBody(request) as { fields: readonly HeaderEntry[] };
    expect(result.fields[0]?.[0]).toBe(field);
    expect(sdpOf(request)).toBe('');
  });

  it.each([
    ['no body', createRequest('INVITE', 'sip:a@b')],
    [
      'an optional body of another type',
      message('text/plain', 'x', [['Content-Disposition', 'render;handling=optional']]),
    ],
  ])('returns no session description for %s', (_, request) => {
    expect(readBody(request)).toEqual({ type: 'read', sdp: '' });
  });

  it('does not search deeply nested bodies', () => {
    let body = 'v=0';
    for (let level = 0; level < 10; level += 1)
      body = [
        `--${level}`,
        `Content-Type: multipart/mixed;boundary=${level - 1}`,
        '',
        body,
        `--${level}--`,
      ].join('\r\n');
    expect(readBody(message('multipart/mixed;boundary=9', body))).toMatchObject({ status: 415 });
  });
});
