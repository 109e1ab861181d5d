import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toTagOf } from './header-fields.ts';
import { AgentUnderTest } from './testing/agent-under-test.ts';

let test: AgentUnderTest;

beforeEach(() => {
  test = new AgentUnderTest();
});

afterEach(() => test.close());

async function called(...[message]: Parameters<AgentUnderTest['peer']['invite']>) {
  const request = test.peer.invite({ sdp: 'theirs', ...message });
  await test.settle();
  return { request, invite: test.invites[0]! };
}

const ack = (sdp?: string) => {
  const answer = test.peer.responses('INVITE').at(-1)!;
  return test.peer.request('ACK', answer, { cseq: 1, ...(sdp === undefined ? {} : { sdp }) });
};

describe('a call to us', () => {
  it('rings, is answered, and ends by their BYE', async () => {
    const { invite } = await called();
    invite.ring();
    expect(invite.answer()).toBe(true);
    await test.settle();
    ack();
    test.peer.request('BYE', test.peer.responses('INVITE').at(-1)!, {
      fields: [['Reason', 'Q.850;cause=16']],
    });
    await test.settle();
    expect(test.peer.heard).toEqual(['180 INVITE', '200 INVITE', '200 BYE']);
    expect(test.told).toEqual(['far-bye']);
    expect(test.media.log).toEqual(['answer to theirs']);
    expect(new Set(test.peer.responses('INVITE').map(toTagOf)).size).toBe(1);
  });

  it('repeats its 200 until the ACK, at gaps of T1 doubled up to T2', async () => {
    const { invite } = await called();
    invite.answer();
    await test.clock.advance(7500);
    expect(test.peer.heard).toHaveLength(5);
    ack();
    await test.clock.advance(60_000);
    expect(test.peer.heard).toHaveLength(5);
  });

  it('whose 200 is never acknowledged is ended by BYE after 64 T1', async () => {
    const { invite } = await called();
    invite.answer();
    await test.clock.advance(32_100);
    expect(test.told).toEqual(['unacknowledged']);
    expect(test.peer.requests('BYE')).toHaveLength(1);
  });

  it('hung up by us right after the answer waits with its BYE for the ACK', async () => {
    const { invite } = await called();
    invite.answer();
    invite.hangup();
    await test.clock.advance(600);
    expect(test.peer.requests('BYE')).toHaveLength(0);
    ack();
    await test.settle();
    expect(test.peer.requests('BYE')).toHaveLength(1);
    expect(test.told).toEqual(['near-bye']);
  });

  it('cancelled by the caller is over, and answering it fails', async () => {
    const { request, invite } = await called();
    invite.ring();
    test.peer.cancel(request);
    await test.settle();
    expect(test.peer.heard).toEqual(['180 INVITE', '200 CANCEL', '487 INVITE']);
    expect(test.told).toEqual(['cancelled']);
    expect(invite.answer()).toBe(false);
  });

  it('that was answered before the CANCEL came stays answered', async () => {
    const { request, invite } = await called();
    invite.answer();
    test.peer.cancel(request);
    await test.settle();
    ack();
    expect(test.peer.heard).toEqual(['200 INVITE', '200 CANCEL']);
    expect(test.told).toEqual([]);
  });

  it('ended by BYE while it rings is answered 487', async () => {
    const { invite } = await called();
    invite.ring();
    await test.settle();
    test.peer.request('BYE', test.peer.responses('INVITE')[0]!);
    await test.settle();
    expect(test.peer.heard).toEqual(['180 INVITE', '200 BYE', '487 INVITE']);
    expect(test.told).toEqual(['far-bye']);
  });

  it('whose offer cannot be met is refused with 488', async () => {
    const { invite } = await called({ sdp: 'bad' });
    expect(invite.answer()).toBe(false);
    await test.settle();
    expect(test.peer.heard).toEqual(['488 INVITE']);
    expect(test.told).toEqual(['disagreed']);
  });

  it('without an offer is given ours, and its answer comes in the ACK', async () => {
    test.peer.invite();
    await test.settle();
    test.invites[0]!.answer();
    await test.settle();
    expect(test.peer.responses('INVITE')[0]!.body.toString()).toBe('offer 1');
    ack('theirs');
    await test.settle();
    expect(test.media.log).toEqual(['offer 1', 'took theirs']);
  });

  it('is refused as told, with its fields', async () => {
    const { invite } = await called();
    invite.reject(486);
    invite.reject(603);
    await test.settle();
    expect(test.peer.heard).toEqual(['486 INVITE']);
    expect(test.told).toEqual(['refused 486']);
  });

  it('that comes by two ways is refused on the second', async () => {
    await called();
    test.peer.invite({ sdp: 'theirs' });
    await test.settle();
    expect(test.peer.heard).toEqual(['482 INVITE']);
    expect(test.invites).toHaveLength(1);
  });

  it.each([
    ['an extension that we do not know', [['Require', 'wings, timer']], 420],
    [
      'an interval that is too short',
      [
        ['Supported', 'timer'],
        ['Session-Expires', '60'],
      ],
      422,
    ],
  ] as const)('with %s is refused', async (_, fields, status) => {
    await called({ fields });
    expect(test.peer.heard).toEqual([`${status} INVITE`]);
    expect(test.invites).toHaveLength(0);
  });

  it('that nobody takes is told 480', async () => {
    test.agent.onInvite(() => undefined);
    await called();
    expect(test.peer.heard).toEqual(['480 INVITE']);
  });

  it('whose handler throws is told 500, and the next call goes on', async () => {
    test.agent.onInvite(() => {
      throw new Error('a defect');
    });
    await called();
    expect(test.peer.heard).toEqual(['500 INVITE']);
    expect(test.agent.counts).toEqual({ calls: 0, dialogs: 0, ending: 0 });
  });

  it('is forgotten when it ends, whatever calls came before it', async () => {
    await called({ callId: 'long' });
    await called({ callId: 'short' });
    expect(test.agent.counts.calls).toBe(2);
    test.invites[1]!.reject(486);
    expect(test.agent.counts.calls).toBe(1);
  });
});

describe('ringing reliably', () => {
  const required = { fields: [['Require', '100rel']] } as const;

  it('is repeated until the PRACK, which is answered', async () => {
    const { invite } = await called(required);
    invite.ring();
    await test.clock.advance(1600);
    expect(test.peer.heard).toEqual(['180 INVITE', '180 INVITE', '180 INVITE']);
    const response = test.peer.responses('INVITE')[0]!;
    const rack = `${response.headers.get('RSeq')} 1 INVITE`;
    test.peer.request('PRACK', response, { fields: [['RAck', '1 1 INVITE']] });
    test.peer.request('PRACK', response, { fields: [['RAck', rack]] });
    await test.clock.advance(60_000);
    expect(test.peer.heard.slice(3)).toEqual(['481 PRACK', '200 PRACK']);
  });

  it('without a PRACK is given up', async () => {
    const { invite } = await called(required);
    invite.ring();
    await test.clock.advance(32_100);
    expect(test.peer.heard.at(-1)).toBe('504 INVITE');
    expect(test.told).toEqual(['refused 504']);
  });
});

describe('what is no call', () => {
  it('is answered by what the RFC has for it', async () => {
    const { invite, request } = await called();
    invite.reject(404);
    await test.settle();
    const outside = request.headers;
    outside.set('Call-ID', 'elsewhere');
    for (const method of ['OPTIONS', 'BYE', 'REGISTER'])
      test.peer.request(method, { ...test.peer.responses('INVITE')[0]!, headers: withContact(outside) });
    await test.settle();
    expect(test.peer.heard.slice(1)).toEqual(['200 OPTIONS', '481 BYE', '405 REGISTER']);
  });

  it('from a stranger is not answered at all', async () => {
    await test.close();
    test = new AgentUnderTest({ admit: () => false });
    await called();
    expect(test.peer.heard).toEqual([]);
  });
});

function withContact(headers: AgentUnderTest['invites'][0]['request']['headers']) {
  return headers.clone().set('Contact', '<sip:parley@192.0.2.1>');
}
