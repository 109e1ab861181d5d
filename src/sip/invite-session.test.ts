import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cseqOf } from './header-fields.ts';
import type { SipRequest } from './message.ts';
import type { InviteSession } from './invite-session.ts';
import { AgentUnderTest, peerTarget } from './testing/agent-under-test.ts';
import { ScriptedPeer } from './testing/scripted-peer.ts';

let test: AgentUnderTest;
let invite: SipRequest;
let session: InviteSession;

/** Establishes an outbound call; `fields` are those of its 200. */
async function establishCall(fields: readonly (readonly [string, string])[] = []): Promise<void> {
  const call = await test.answeredCall('theirs', fields);
  invite = test.peer.requests('INVITE')[0]!;
  session = call.session!;
  test.peer.received.length = 0;
  test.media.log.length = 0;
}

beforeEach(() => {
  test = new AgentUnderTest({ sessionTimer: { intervalSeconds: 1800, minSeconds: 90 } });
});

afterEach(() => test.close());

const answerLast = (method: string, status: number, message: object = {}) =>
  test.peer.reply(test.peer.requests(method).at(-1)!, status, message);

describe('a BYE', () => {
  it('from both sides at once ends the call once, and both are answered', async () => {
    await establishCall();
    session.bye();
    test.peer.request('BYE', invite);
    await test.settle();
    answerLast('BYE', 200);
    await test.settle();
    expect(test.peer.receivedLog).toEqual(['BYE', '200 BYE']);
    expect(test.events).toEqual(['answered', 'local-bye']);
  });

  it('ends the call even if the peer does not know the dialog', async () => {
    await establishCall();
    session.bye();
    await test.settle();
    answerLast('BYE', 481);
    await test.settle();
    expect(test.events).toEqual(['answered', 'local-bye']);
  });

  it('from the proxy of the dialog ends the call; from elsewhere it is answered with 481', async () => {
    await establishCall([['Record-Route', '<sip:192.0.2.9;lr>']]);
    const agent = { ...peerTarget, address: '192.0.2.1' };
    const otherPeer = new ScriptedPeer(test.network, '192.0.2.8', agent);
    const proxy = new ScriptedPeer(test.network, '192.0.2.9', agent);
    otherPeer.request('BYE', invite);
    await test.settle();
    proxy.request('BYE', invite);
    await test.settle();
    expect([otherPeer.receivedLog, proxy.receivedLog]).toEqual([['481 BYE'], ['200 BYE']]);
    expect(test.events).toEqual(['answered', 'remote-bye']);
    expect(test.agent.foreignRequests).toBe(1);
    await Promise.all([otherPeer.close(), proxy.close()]);
  });

  it('from the proxy of the dialog ends the call even if only the trunk is admitted', async () => {
    await test.close();
    test = new AgentUnderTest({ admit: ({ address }) => address === '192.0.2.2' });
    await establishCall([['Record-Route', '<sip:192.0.2.9;lr>']]);
    const agent = { ...peerTarget, address: '192.0.2.1' };
    const otherPeer = new ScriptedPeer(test.network, '192.0.2.8', agent);
    const proxy = new ScriptedPeer(test.network, '192.0.2.9', agent);
    otherPeer.request('BYE', invite);
    await test.settle();
    proxy.request('BYE', invite);
    await test.settle();
    expect([otherPeer.receivedLog, proxy.receivedLog]).toEqual([[], ['200 BYE']]);
    expect(test.agent.foreignRequests).toBe(1);
    await Promise.all([otherPeer.close(), proxy.close()]);
  });

  it('is never acknowledged by ACK', async () => {
    await establishCall();
    session.bye();
    await test.settle();
    answerLast('BYE', 200);
    answerLast('BYE', 200);
    await test.settle();
    expect(test.peer.receivedLog).toEqual(['BYE']);
  });
});

describe('a remote re-INVITE', () => {
  it('is answered, and the 200 is not retransmitted after the ACK', async () => {
    await establishCall();
    const request = test.peer.request('INVITE', invite, {
      sdp: 'hold',
      fields: [['Supported', 'timer']],
    });
    await test.settle();
    expect(test.peer.receivedLog).toEqual(['200 INVITE']);
    expect(test.peer.responses('INVITE')[0]!.body.toString()).toBe('answer to hold');
    test.peer.request('ACK', invite, { cseq: cseqOf(request).number });
    await test.clock.advance(1000);
    expect(test.peer.receivedLog).toEqual(['200 INVITE']);
  });

  it('with an unusable offer is rejected, and the call continues', async () => {
    await establishCall();
    test.peer.request('INVITE', invite, { sdp: 'bad' });
    await test.settle();
    expect(test.peer.receivedLog).toEqual(['488 INVITE']);
    expect(test.events).toEqual(['answered']);
  });

  it('is rejected with Retry-After while another waits for its ACK', async () => {
    await establishCall();
    test.peer.request('INVITE', invite, { sdp: 'one' });
    test.peer.request('INVITE', invite, { sdp: 'two' });
    await test.settle();
    expect(test.peer.receivedLog).toEqual(['200 INVITE', '500 INVITE']);
    expect(Number(test.peer.responses('INVITE')[1]!.headers.get('Retry-After'))).toBeLessThanOrEqual(10);
  });

  it('without an offer receives our offer, and the ACK has the answer', async () => {
    await establishCall();
    const request = test.peer.request('INVITE', invite);
    await test.settle();
    test.peer.request('ACK', invite, { cseq: cseqOf(request).number, sdp: 'theirs again' });
    await test.settle();
    expect(test.media.log).toEqual(['offer 2', 'applied theirs again']);
  });

  it('without an offer, and without an answer in the ACK, leaves the session unchanged', async () => {
    await establishCall();
    const request = test.peer.request('INVITE', invite);
    await test.settle();
    test.peer.request('ACK', invite, { cseq: cseqOf(request).number });
    test.peer.request('INVITE', invite, { sdp: 'one more' });
    await test.settle();
    expect(test.media.log).toEqual(['offer 2', 'abandoned', 'answer to one more']);
    expect(test.events).toEqual(['answered']);
  });

  it('with an unusable answer in the ACK ends the session', async () => {
    await establishCall();
    const request = test.peer.request('INVITE', invite);
    await test.settle();
    test.peer.request('ACK', invite, { cseq: cseqOf(request).number, sdp: 'bad' });
    await test.settle();
    expect(test.events).toEqual(['answered', 'negotiation-failed']);
  });

  it('is rejected with 500, like any request, if its CSeq is lower than the last', async () => {
    await establishCall();
    test.peer.request('INFO', invite, { cseq: 50 });
    test.peer.request('INFO', invite, { cseq: 49 });
    await test.settle();
    expect(test.peer.receivedLog).toEqual(['200 INFO', '500 INFO']);
  });
});

describe('a local re-INVITE', () => {
  it('is acknowledged, and again for a retransmitted 200', async () => {
    await establishCall();
    const accepted = session.reoffer();
    await test.settle();
    answerLast('INVITE', 200, { sdp: 'theirs 2' });
    answerLast('INVITE', 200, { sdp: 'theirs 2' });
    await test.settle();
    expect(await accepted).toBe(true);
    expect(test.peer.receivedLog).toEqual(['INVITE', 'ACK', 'ACK']);
    expect(test.media.log).toEqual(['offer 2', 'applied theirs 2']);
  });

  it('leaves the call unchanged if it is rejected', async () => {
    await establishCall();
    const accepted = session.reoffer();
    await test.settle();
    answerLast('INVITE', 488);
    expect(await accepted).toBe(false);
    expect(test.media.log).toEqual(['offer 2', 'abandoned']);
    expect(test.events).toEqual(['answered']);
  });

  it('that collides with a remote one is rejected on both sides, and retried after 2.1 to 4 s', async () => {
    await establishCall();
    const accepted = session.reoffer();
    await test.settle();
    test.peer.request('INVITE', invite, { sdp: 'glare' });
    await test.settle();
    expect(test.peer.receivedLog).toEqual(['INVITE', '491 INVITE']);
    answerLast('INVITE', 491);
    await test.clock.advance(2000);
    expect(test.peer.requests('INVITE')).toHaveLength(1);
    await test.clock.advance(2000);
    expect(new Set(test.peer.requests('INVITE').map((request) => cseqOf(request).number)).size).toBe(2);
    answerLast('INVITE', 200, { sdp: 'theirs 2' });
    expect(await accepted).toBe(true);
  });

  it('waits until a remote one is acknowledged', async () => {
    await establishCall();
    const theirs = test.peer.request('INVITE', invite, { sdp: 'one' });
    await test.settle();
    void session.reoffer();
    await test.settle();
    expect(test.peer.requests('INVITE')).toHaveLength(0);
    test.peer.request('ACK', invite, { cseq: cseqOf(theirs).number });
    await test.settle();
    expect(test.peer.requests('INVITE')).toHaveLength(1);
  });

  it.each([481, 408])('ends the call if answered with %i', async (status) => {
    await establishCall();
    void session.reoffer();
    await test.settle();
    answerLast('INVITE', status);
    await test.settle();
    expect(test.events).toEqual(['answered', 'gone']);
    expect(test.peer.requests('BYE')).toHaveLength(1);
  });

  it('is still acknowledged if it is answered after the call ended', async () => {
    await establishCall();
    const accepted = session.reoffer();
    await test.settle();
    test.peer.request('BYE', invite);
    await test.settle();
    answerLast('INVITE', 200, { sdp: 'late' });
    await test.settle();
    expect(await accepted).toBe(false);
    expect(test.peer.receivedLog).toEqual(['INVITE', '200 BYE', 'ACK']);
    expect(test.events).toEqual(['answered', 'remote-bye']);
  });
});

describe('a remote UPDATE', () => {
  it('with an offer is answered in its 200, without ACK', async () => {
    await establishCall();
    test.peer.request('UPDATE', invite, { sdp: 'moved' });
    await test.clock.advance(1000);
    expect(test.peer.receivedLog).toEqual(['200 UPDATE']);
    expect(test.peer.responses('UPDATE')[0]!.body.toString()).toBe('answer to moved');
  });

  it('with an offer while ours is open is rejected with 491', async () => {
    await establishCall();
    void session.reoffer();
    await test.settle();
    test.peer.request('UPDATE', invite, { sdp: 'moved' });
    await test.settle();
    expect(test.peer.receivedLog).toEqual(['INVITE', '491 UPDATE']);
  });

  it('without an offer only refreshes the session timer', async () => {
    await establishCall();
    test.peer.request('UPDATE', invite, {
      fields: [
        ['Supported', 'timer'],
        ['Session-Expires', '600;refresher=uac'],
      ],
    });
    await test.settle();
    expect(test.peer.responses('UPDATE')[0]!.headers.get('Session-Expires')).toBe('600;refresher=uac');
    expect(test.media.log).toEqual([]);
  });
});

describe('the session timer', () => {
  const weRefresh = [
    ['Session-Expires', '100;refresher=uac'],
    ['Require', 'timer'],
  ] as const;

  it('refreshes at half of the interval by UPDATE if the peer supports it', async () => {
    await establishCall([...weRefresh, ['Allow', 'INVITE, ACK, UPDATE']]);
    await test.clock.advance(50_000);
    expect(test.peer.receivedLog).toEqual(['UPDATE']);
    answerLast('UPDATE', 200, { fields: weRefresh });
    await test.clock.advance(50_000);
    expect(test.peer.requests('UPDATE')).toHaveLength(2);
    expect(test.events).toEqual(['answered']);
  });

  it('refreshes by re-INVITE if the peer does not support UPDATE', async () => {
    await establishCall(weRefresh);
    await test.clock.advance(50_000);
    answerLast('INVITE', 200, { sdp: 'theirs', fields: weRefresh });
    await test.settle();
    expect(test.peer.receivedLog).toEqual(['INVITE', 'ACK']);
    expect(test.media.log).toEqual(['offer 2', 'applied theirs']);
  });

  it('requests a longer interval after a 422 to the refresh', async () => {
    await establishCall([...weRefresh, ['Allow', 'UPDATE']]);
    await test.clock.advance(50_000);
    answerLast('UPDATE', 422, { fields: [['Min-SE', '2000']] });
    await test.settle();
    expect(test.peer.requests('UPDATE')[1]!.headers.get('Session-Expires')).toBe('2000');
  });

  it.each(['4294967295', '2592000'])('limits %s seconds to one day', async (seconds) => {
    await test.answeredCall('theirs', [['Session-Expires', `${seconds};refresher=uas`]]);
    await test.clock.advance(86_000_000);
    expect(test.events).toEqual(['answered']);
    await test.clock.advance(400_000);
    expect(test.events).toEqual(['answered', 'expired']);
  });

  it('ends the call by BYE before the interval ends if the peer does not refresh', async () => {
    await establishCall([['Session-Expires', '100;refresher=uas']]);
    await test.clock.advance(67_900);
    expect(test.events).toEqual(['answered']);
    await test.clock.advance(200);
    expect(test.events).toEqual(['answered', 'expired']);
    expect(test.peer.receivedLog).toEqual(['BYE']);
  });
});

describe('DTMF by INFO', () => {
  it.each([
    ['application/dtmf-relay', 'Signal=5\r\nDuration=160\r\n', '5'],
    ['application/dtmf-relay', 'Signal= 11', '#'],
    ['application/dtmf', '*', '*'],
  ])('in %s is reported', async (type, body, digit) => {
    await establishCall();
    test.peer.request('INFO', invite, { sdp: body, contentType: type });
    await test.settle();
    expect(test.events).toEqual(['answered', `digit ${digit}`]);
  });

  it('is rejected for another media type', async () => {
    await establishCall();
    test.peer.request('INFO', invite, { sdp: 'x' });
    await test.settle();
    expect(test.peer.receivedLog).toEqual(['415 INFO']);
  });
});

describe('a request that is not supported', () => {
  it('is answered with 481 if it is a NOTIFY, because there is no subscription', async () => {
    await establishCall();
    test.peer.request('NOTIFY', invite, { sdp: 'SIP/2.0 200 OK', fields: [['Event', 'refer']] });
    await test.settle();
    expect(test.peer.receivedLog).toEqual(['481 NOTIFY']);
  });

  it('is declined if it is a transfer', async () => {
    await establishCall();
    test.peer.request('REFER', invite, { fields: [['Refer-To', '<sip:premium@192.0.2.66>']] });
    await test.settle();
    expect(test.peer.receivedLog).toEqual(['603 REFER']);
  });
});
