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

describe('a stream', () => {
  it('gives the same messages wherever it was split', () => {
    const stream = Buffer.from(`\r\n\r\n${message('')}${message('v=0\r\n\r\nx')}\r\n${message('abc')}`);
    const whole = frames([stream]);
    expect(whole).toEqual([
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
        expect(frames(chunks)).toEqual(whole);
      }),
    );
    expect(frames([...stream].map((byte) => Buffer.of(byte)))).toEqual(whole);
  });

  it('of a great many small pieces costs no more than they weigh', () => {
    const copied = vi.spyOn(Buffer.prototype, 'copy');
    expect(frames([Buffer.from('\r\n'.repeat(100_000)), message('')])).toHaveLength(100_001);
    expect(copied.mock.calls.length).toBeLessThan(10);
    copied.mockRestore();
  });

  it('has its length read in compact, spaced and folded form', () => {
    const folded = message('abc').replace('l : 3', 'CONTENT-LENGTH  :\r\n  3');
    expect(frames([folded, message('')])).toEqual([folded, message('')]);
  });

  it('gives the head of a message whose length is malformed, and nothing after it', () => {
    expect(frames([message('abc', '-3'), message('')])).toEqual([message('', '-3')]);
  });

  it('is broken by a message without a length or of too great a length', () => {
    expect(frames(['OPTIONS sip:a@b SIP/2.0\r\n\r\n', message('')])).toEqual([
      'broken: a message on a stream has no Content-Length',
    ]);
    expect(frames([message('', '65537')])).toEqual(['broken: the message is too long']);
  });

  it('is broken by a header section that never ends', () => {
    const chunks = Array.from({ length: 200 }, () => `X: ${'1'.repeat(500)}\r\n`);
    expect(frames(chunks)).toEqual(['broken: the header section is too long']);
  });
});
