import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toTagOf } from './header-fields.ts';
import { AgentUnderTest } from './testing/agent-under-test.ts';

let test: AgentUnderTest;

beforeEach(() => {
  test = new AgentUnderTest();
});

afterEach(() => test.close());

async function receiveCall(...[message]: Parameters<AgentUnderTest['peer']['invite']>) {
  const request = test.peer.invite({ sdp: 'theirs', ...message });
  await test.settle();
  return { request, invite: test.invites[0]! };
}

const sendAck = (sdp?: string) => {
  const answer = test.peer.responses('INVITE').at(-1)!;
  return test.peer.request('ACK', answer, { cseq: 1, ...(sdp === undefined ? {} : { sdp }) });
};

describe('an inbound call', () => {
  it('rings, is answered, and ends with a remote BYE', async () => {
    const { invite } = await receiveCall();
    invite.ring();
    expect(invite.answer()).toBe(true);
    await test.settle();
    sendAck();
    test.peer.request('BYE', test.peer.responses('INVITE').at(-1)!, {
      fields: [['Reason', 'Q.850;cause=16']],
    });
    await test.settle();
    expect(test.peer.receivedLog).toEqual(['180 INVITE', '200 INVITE', '200 BYE']);
    expect(test.events).toEqual(['remote-bye']);
    expect(test.media.log).toEqual(['answer to theirs']);
    expect(new Set(test.peer.responses('INVITE').map(toTagOf)).size).toBe(1);
  });

  it('does not stay in memory after its rejection, although its transaction waits for the ACK', async () => {
    const reference = new WeakRef((await receiveCall()).invite);
    reference.deref()!.reject(404);
    test.invites.length = 0;
    await nextTurn();
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    expect(reference.deref()).toBeUndefined();
    await test.clock.advance(500);
    expect(test.peer.receivedLog).toEqual(['404 INVITE', '404 INVITE']);
  });

  it('retransmits its 200 until the ACK, at intervals of T1 doubled up to T2', async () => {
    const { invite } = await receiveCall();
    invite.answer();
    await test.clock.advance(7500);
    expect(test.peer.receivedLog).toHaveLength(5);
    sendAck();
    await test.clock.advance(60_000);
    expect(test.peer.receivedLog).toHaveLength(5);
  });

  it('is ended by BYE after 64 T1 if its 200 is never acknowledged', async () => {
    const { invite } = await receiveCall();
    invite.answer();
    await test.clock.advance(32_100);
    expect(test.events).toEqual(['unacknowledged']);
    expect(test.peer.requests('BYE')).toHaveLength(1);
  });

  it('delays the BYE until the ACK if hung up right after the answer', async () => {
    const { invite } = await receiveCall();
    invite.answer();
    invite.hangup();
    await test.clock.advance(600);
    expect(test.peer.requests('BYE')).toHaveLength(0);
    sendAck();
    await test.settle();
    expect(test.peer.requests('BYE')).toHaveLength(1);
    expect(test.events).toEqual(['local-bye']);
  });

  it('ends on CANCEL, and can no longer be answered', async () => {
    const { request, invite } = await receiveCall();
    invite.ring();
    test.peer.cancel(request);
    await test.settle();
    expect(test.peer.receivedLog).toEqual(['180 INVITE', '200 CANCEL', '487 INVITE']);
    expect(test.events).toEqual(['cancelled']);
    expect(invite.answer()).toBe(false);
  });

  it('stays answered if the CANCEL arrives after the answer', async () => {
    const { request, invite } = await receiveCall();
    invite.answer();
    test.peer.cancel(request);
    await test.settle();
    sendAck();
    expect(test.peer.receivedLog).toEqual(['200 INVITE', '200 CANCEL']);
    expect(test.events).toEqual([]);
  });

  it('is rejected with 487 if it is ended by BYE while ringing', async () => {
    const { invite } = await receiveCall();
    invite.ring();
    await test.settle();
    test.peer.request('BYE', test.peer.responses('INVITE')[0]!);
    await test.settle();
    expect(test.peer.receivedLog).toEqual(['180 INVITE', '200 BYE', '487 INVITE']);
    expect(test.events).toEqual(['remote-bye']);
  });

  it('is rejected with 488 if its offer is unusable', async () => {
    const { invite } = await receiveCall({ sdp: 'bad' });
    expect(invite.answer()).toBe(false);
    await test.settle();
    expect(test.peer.receivedLog).toEqual(['488 INVITE']);
    expect(test.events).toEqual(['negotiation-failed']);
  });

  it('sends an offer if the INVITE has none, and reads the answer in the ACK', async () => {
    test.peer.invite();
    await test.settle();
    test.invites[0]!.answer();
    await test.settle();
    expect(test.peer.responses('INVITE')[0]!.body.toString()).toBe('offer 1');
    sendAck('theirs');
    await test.settle();
    expect(test.media.log).toEqual(['offer 1', 'applied theirs']);
  });

  it('is rejected once, with the first given status', async () => {
    const { invite } = await receiveCall();
    invite.reject(486);
    invite.reject(603);
    await test.settle();
    expect(test.peer.receivedLog).toEqual(['486 INVITE']);
    expect(test.events).toEqual(['rejected 486']);
  });

  it('is rejected if it arrives a second time by another path', async () => {
    await receiveCall();
    test.peer.invite({ sdp: 'theirs' });
    await test.settle();
    expect(test.peer.receivedLog).toEqual(['482 INVITE']);
    expect(test.invites).toHaveLength(1);
  });

  it.each([
    ['an unknown extension', [['Require', 'wings, timer']], 420],
    [
      'a too short session interval',
      [
        ['Supported', 'timer'],
        ['Session-Expires', '60'],
      ],
      422,
    ],
  ] as const)('with %s is rejected', async (_, fields, status) => {
    await receiveCall({ fields });
    expect(test.peer.receivedLog).toEqual([`${status} INVITE`]);
    expect(test.invites).toHaveLength(0);
  });

  it('is rejected with 480 if no handler accepts it', async () => {
    test.agent.onInvite(() => undefined);
    await receiveCall();
    expect(test.peer.receivedLog).toEqual(['480 INVITE']);
  });

  it('is rejected with 500 if its handler throws, and leaves no state', async () => {
    test.agent.onInvite(() => {
      throw new Error('a defect');
    });
    await receiveCall();
    expect(test.peer.receivedLog).toEqual(['500 INVITE']);
    expect(test.agent.counts).toEqual({ inboundCalls: 0, dialogs: 0, terminating: 0 });
  });

  it('is removed when it ends, and other calls remain', async () => {
    await receiveCall({ callId: 'long' });
    await receiveCall({ callId: 'short' });
    expect(test.agent.counts.inboundCalls).toBe(2);
    test.invites[1]!.reject(486);
    expect(test.agent.counts.inboundCalls).toBe(1);
  });
});

describe('reliable ringing', () => {
  const required = { fields: [['Require', '100rel']] } as const;

  it('is retransmitted until the PRACK, which is answered', async () => {
    const { invite } = await receiveCall(required);
    invite.ring();
    await test.clock.advance(1600);
    expect(test.peer.receivedLog).toEqual(['180 INVITE', '180 INVITE', '180 INVITE']);
    const response = test.peer.responses('INVITE')[0]!;
    const rack = `${response.headers.get('RSeq')} 1 INVITE`;
    test.peer.request('PRACK', response, { fields: [['RAck', '1 1 INVITE']] });
    test.peer.request('PRACK', response, { fields: [['RAck', rack]] });
    await test.clock.advance(60_000);
    expect(test.peer.receivedLog.slice(3)).toEqual(['481 PRACK', '200 PRACK']);
  });

  it('is rejected with 504 without a PRACK', async () => {
    const { invite } = await receiveCall(required);
    invite.ring();
    await test.clock.advance(32_100);
    expect(test.peer.receivedLog.at(-1)).toBe('504 INVITE');
    expect(test.events).toEqual(['rejected 504']);
  });
});

describe('a request outside a call', () => {
  it('is answered with 200 for OPTIONS, 481 for BYE and 405 for REGISTER', async () => {
    const { invite, request } = await receiveCall();
    invite.reject(404);
    await test.settle();
    const outside = request.headers;
    outside.set('Call-ID', 'elsewhere');
    for (const method of ['OPTIONS', 'BYE', 'REGISTER'])
      test.peer.request(method, { ...test.peer.responses('INVITE')[0]!, headers: withContact(outside) });
    await test.settle();
    expect(test.peer.receivedLog.slice(1)).toEqual(['200 OPTIONS', '481 BYE', '405 REGISTER']);
  });

  it('is ignored if its source is not admitted', async () => {
    await test.close();
    test = new AgentUnderTest({ admit: () => false });
    await receiveCall();
    expect(test.peer.receivedLog).toEqual([]);
  });
});

function withContact(headers: AgentUnderTest['invites'][0]['request']['headers']) {
  return headers.clone().set('Contact', '<sip:parley@192.0.2.1>');
}
