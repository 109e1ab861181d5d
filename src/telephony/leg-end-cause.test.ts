import { describe, expect, it } from 'vitest';
import type { NetworkReason } from '../sip/reason.ts';
import { inboundEnd, canTryNextTrunk, outboundEnd } from './leg-end-cause.ts';

const q850 = (cause: number, text?: string): NetworkReason => ({ protocol: 'Q.850', cause, text });
const rejection = (status: number, networkReason?: NetworkReason) =>
  ({ cause: 'rejected', status, reason: 'Phrase', networkReason }) as const;
const beforeAnswer = { rang: false, wasAnswered: false };

describe('the end of a rejected call', () => {
  it('contains the status and the cause of the telephone network', () => {
    expect(outboundEnd(rejection(503, q850(17)), beforeAnswer)).toEqual({
      cause: 'busy',
      status: 503,
      detail: 'The network answered 503 Phrase (Q.850 cause 17: user busy).',
    });
    expect(outboundEnd(rejection(500, q850(99, 'own words')), beforeAnswer)).toMatchObject({
      cause: 'carrier_error',
      detail: 'The network answered 500 Phrase (Q.850 cause 99: own words).',
    });
  });

  it('has a detail of one short line for any reason phrase', () => {
    const { detail } = outboundEnd(
      { cause: 'rejected', status: 500, reason: `a\n\0${'b'.repeat(9000)}` },
      beforeAnswer,
    );
    expect(detail).toMatch(/^The network answered 500 a b{100,130}\.$/);
  });

  it('uses the Q.850 cause only if the status is less precise', () => {
    const endOf = (status: number, cause: number) =>
      outboundEnd(rejection(status, q850(cause)), beforeAnswer).cause;
    expect([endOf(480, 1), endOf(404, 17), endOf(486, 1), endOf(603, 17)]).toEqual([
      'invalid_number',
      'busy',
      'busy',
      'declined',
    ]);
  });

  it('does not permit another trunk if the cause concerns the callee or the number, even after 503', () => {
    expect(
      [undefined, q850(34), q850(17), q850(1)].map((reason) => canTryNextTrunk(rejection(503, reason), 100)),
    ).toEqual([true, true, false, false]);
  });
});

describe('the reason of a hang-up', () => {
  it('is a sentence, not a header field', () => {
    const far = { cause: 'remote-bye', networkReason: q850(16) } as const;
    expect(outboundEnd(far, { rang: true, wasAnswered: true })).toEqual({
      cause: 'far_hangup',
      detail: 'The remote side hung up (Q.850 cause 16: normal call clearing).',
    });
    const elsewhere = { protocol: 'SIP', cause: 200, text: 'Call completed elsewhere' };
    expect(inboundEnd({ cause: 'cancelled', networkReason: elsewhere }, false)).toMatchObject({
      detail: 'The caller hung up before the answer (SIP cause 200: Call completed elsewhere).',
    });
  });
});
