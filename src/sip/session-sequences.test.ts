import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cseqOf } from './header-fields.ts';
import { AgentUnderTest } from './testing/agent-under-test.ts';

/** The steps of the peer and of time in an outbound call, which can occur in any order. */
const outboundSteps = {
  trying: (test) => replyToInvite(test, 100),
  ringing: (test) => replyToInvite(test, 180),
  'early media': (test) => replyToInvite(test, 183, 'early'),
  answer: (test) => replyToInvite(test, 200, 'theirs'),
  'answer of a fork': (test) => replyToInvite(test, 200, 'fork', 'other'),
  'unusable answer': (test) => replyToInvite(test, 200, 'bad'),
  busy: (test) => replyToInvite(test, 486),
  glare: (test) => replyToInvite(test, 491),
  'remote offer': (test) => sendToCall(test, 'INVITE', 'moved'),
  'remote UPDATE': (test) => sendToCall(test, 'UPDATE', 'moved'),
  'remote BYE': (test) => sendToCall(test, 'BYE'),
  'remote REFER': (test) => sendToCall(test, 'REFER'),
  'our BYE answered': (test) => test.peer.requests('BYE').forEach((bye) => test.peer.reply(bye, 200)),
  'second passes': (test) => test.clock.advance(1000),
  'hour passes': (test) => test.clock.advance(3_600_000),
} satisfies Record<string, (test: AgentUnderTest) => unknown>;

const localSteps = ['hang up', 'offer'] as const;

function replyToInvite(test: AgentUnderTest, status: number, sdp?: string, toTag = 'peer'): void {
  const invite = test.peer.requests('INVITE').at(-1);
  if (invite !== undefined) test.peer.reply(invite, status, { toTag, ...(sdp === undefined ? {} : { sdp }) });
}

function sendToCall(test: AgentUnderTest, method: string, sdp?: string): void {
  const invite = test.peer.requests('INVITE')[0];
  if (invite !== undefined) test.peer.request(method, invite, sdp === undefined ? {} : { sdp });
}

async function runSteps(test: AgentUnderTest, script: readonly string[]): Promise<void> {
  const call = test.call();
  await test.settle();
  for (const step of script) {
    if (step === 'hang up') call.hangup();
    else if (step === 'offer') void call.session?.reoffer();
    else await outboundSteps[step as keyof typeof outboundSteps](test);
    await test.settle();
  }
  call.hangup();
  await test.clock.advance(120_000);
}

const script = fc.array(fc.constantFrom(...Object.keys(outboundSteps), ...localSteps), { maxLength: 12 });
const endEvent =
  /^(local-bye|remote-bye|gone|unacknowledged|expired|negotiation-failed|timeout|cancelled|rejected \d+)$/;

describe('an outbound call under any sequence of events', () => {
  it('ends exactly once, and leaves no dialog, timer or transaction', async () => {
    await fc.assert(
      fc.asyncProperty(script, async (steps) => {
        const test = new AgentUnderTest();
        await runSteps(test, steps);
        expect(test.events.filter((event) => endEvent.test(event))).toHaveLength(1);
        expect(endEvent.test(test.events.at(-1)!)).toBe(true);
        expect(test.agent.counts).toEqual({ inboundCalls: 0, dialogs: 0, terminating: 0 });
        await test.close();
        expect(test.clock.pendingTimers).toBe(0);
      }),
      // A branch that sends BYE while it is early, and then a 200.
      { numRuns: 150, examples: [[['early media', 'remote BYE', 'answer']]] },
    );
  });

  it('acknowledges a 2xx to its last INVITE', async () => {
    await fc.assert(
      fc.asyncProperty(script, async (steps) => {
        const test = new AgentUnderTest();
        await runSteps(test, [...steps, 'answer']);
        const acknowledged = new Set(test.peer.requests('ACK').map((ack) => cseqOf(ack).number));
        expect(acknowledged.has(cseqOf(test.peer.requests('INVITE').at(-1)!).number)).toBe(true);
        await test.close();
      }),
      { numRuns: 50 },
    );
  });
});

/** The steps of the caller, the local side and time in an inbound call. */
const inboundSteps: Record<string, (test: AgentUnderTest) => unknown> = {
  acknowledge: (test) => sendAsCaller(test, 'ACK', 1),
  cancel: (test) => test.peer.cancel(remoteInvite(test)),
  bye: (test) => sendAsCaller(test, 'BYE'),
  'new offer': (test) => sendAsCaller(test, 'INVITE', undefined, 'moved'),
  update: (test) => sendAsCaller(test, 'UPDATE', undefined, 'moved'),
  'no offer': (test) => sendAsCaller(test, 'INVITE'),
  'we ring': (test) => test.invites[0]!.ring(),
  'we answer': (test) => test.invites[0]!.answer(),
  'we reject': (test) => test.invites[0]!.reject(486),
  'we hang up': (test) => test.invites[0]!.hangup(),
  'second passes': (test) => test.clock.advance(1000),
  'minute passes': (test) => test.clock.advance(60_000),
};

function remoteInvite(test: AgentUnderTest) {
  return test.invites[0]!.request;
}

function sendAsCaller(test: AgentUnderTest, method: string, cseq?: number, sdp?: string): void {
  const response = test.peer.responses('INVITE').find(({ headers }) => headers.has('Contact'));
  const message = { ...(cseq === undefined ? {} : { cseq }), ...(sdp === undefined ? {} : { sdp }) };
  if (response !== undefined) test.peer.request(method, response, message);
}

describe('an inbound call under any sequence of events', () => {
  it('ends exactly once, and leaves no dialog, timer or transaction', async () => {
    const steps = fc.array(fc.constantFrom(...Object.keys(inboundSteps)), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (script, reliably) => {
        const test = new AgentUnderTest();
        test.peer.invite({ sdp: 'theirs', fields: reliably ? [['Require', '100rel']] : [] });
        await test.settle();
        for (const step of script) {
          await inboundSteps[step]!(test);
          await test.settle();
        }
        test.invites[0]!.hangup();
        await test.clock.advance(120_000);
        expect(test.events.filter((event) => endEvent.test(event))).toHaveLength(1);
        expect(test.agent.counts).toEqual({ inboundCalls: 0, dialogs: 0, terminating: 0 });
        await test.close();
        expect(test.clock.pendingTimers).toBe(0);
      }),
      { numRuns: 150 },
    );
  });
});
