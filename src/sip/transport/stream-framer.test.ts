import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { StreamFramer, type Frame } from './stream-framer.ts';

const message = (body: string, length = String(body.length)) =>
  `OPTIONS sip:a@b SIP/2.0\r\nVia: SIP/2.0/TCP a\r\nl : ${length}\r\n\r\n${body}`;

function frames(chunks: readonly (string | Buffer)[]): string[] {
  const framer = new StreamFramer();
  return chunks.flatMap((chunk) => framer.push(Buffer.from(chunk)).map(describeFrame));
}

function describeFrame(frame: Frame): string {
  if (frame.type === 'message') return frame.bytes.toString();
  return frame.type === 'broken' ? `broken: ${frame.reason}` : frame.type;
}

describe('StreamFramer', () => {
  it('returns the same messages for any split', () => {
    const stream = Buffer.from(`\r\n\r\n${message('')}${message('v=0\r\n\r\nx')}\r\n${message('abc')}`);
    const expected = frames([stream]);
    expect(expected).toEqual([
      'line-break',
      'line-break',
      message(''),
      message('v=0\r\n\r\nx'),
      'line-break',
      message('abc'),
    ]);
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length)), (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), stream.length];
        const chunks = edges.slice(1).map((edge, index) => stream.subarray(edges[index], edge));
        expect(frames(chunks)).toEqual(expected);
      }),
    );
    expect(frames([...stream].map((byte) => Buffer.of(byte)))).toEqual(expected);
  });

  it('copies each chunk once, not once per frame', () => {
    const copied = vi.spyOn(Buffer.prototype, 'copy');
    expect(frames([Buffer.from('\r\n'.repeat(100_000)), message('')])).toHaveLength(100_001);
    expect(copied.mock.calls.length).toBeLessThan(10);
    copied.mockRestore();
  });

  it('parses a compact, spaced or folded Content-Length', () => {
    const folded = message('abc').replace('l : 3', 'CONTENT-LENGTH  :\r\n  3');
    expect(frames([folded, message('')])).toEqual([folded, message('')]);
  });

  it('returns the head of a message with a malformed length, and nothing after it', () => {
    expect(frames([message('abc', '-3'), message('')])).toEqual([message('', '-3')]);
  });

  it('fails without a length or above the maximum length', () => {
    expect(frames(['OPTIONS sip:a@b SIP/2.0\r\n\r\n', message('')])).toEqual([
      'broken: a message on a stream has no Content-Length',
    ]);
    expect(frames([message('', '65537')])).toEqual(['broken: the message is too long']);
  });

  it('fails for an endless header section', () => {
    const chunks = Array.from({ length: 200 }, () => `X: ${'1'.repeat(500)}\r\n`);
    expect(frames(chunks)).toEqual(['broken: the header section is too long']);
  });
});
