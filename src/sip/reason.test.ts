import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRequest, type HeaderEntry } from './message.ts';
import { networkReasonOf } from './reason.ts';

const reasonOf = (...values: string[]) =>
  networkReasonOf(
    createRequest(
      'BYE',
      'sip:a@b',
      values.map((value): HeaderEntry => ['Reason', value]),
    ),
  );

describe('networkReasonOf', () => {
  it.each([
    [['Q.850;cause=17'], { protocol: 'Q.850', cause: 17, text: undefined }],
    [
      ['q.850 ; cause=16 ;text="Terminated, by user"'],
      { protocol: 'Q.850', cause: 16, text: 'Terminated, by user' },
    ],
    [['SIP;cause=200;text="elsewhere", Q.850;cause=1'], { protocol: 'Q.850', cause: 1, text: undefined }],
    [['SIP;cause=200', 'Preemption;cause=1'], { protocol: 'SIP', cause: 200, text: undefined }],
    [['Q.850;text="no cause"', 'SIP;cause=480'], { protocol: 'Q.850', cause: undefined, text: 'no cause' }],
    [['Q.850;cause=1;cause=2', 'SIP;cause=480'], { protocol: 'SIP', cause: 480, text: undefined }],
    [['"unbalanced'], undefined],
    [[], undefined],
  ])('parses %j as %j', (values, reason) => {
    expect(reasonOf(...values)).toEqual(reason);
  });

  it('returns a short line for any text (property)', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        const reason = reasonOf(`SIP;cause=1;text="${text.replace(/["\\]/g, '')}"`);
        expect(reason?.text ?? '').toMatch(/^\P{Cc}{0,128}$/u);
        reasonOf(text);
      }),
    );
  });
});
