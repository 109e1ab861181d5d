import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callIdOf, cseqOf, fromTagOf, toTagOf } from './header-fields.ts';
import { AgentUnderTest, peerTarget } from './testing/agent-under-test.ts';
import { ScriptedPeer } from './testing/scripted-peer.ts';
import { parseUri, type SipUri } from './uri.ts';

let test: AgentUnderTest;

beforeEach(() => {
  test = new AgentUnderTest();
});

afterEach(() => test.close());

async function ringingCall() {
  const call = test.call();
  await test.settle();
  const invite = test.peer.requests('INVITE')[0]!;
  test.peer.reply(invite, 180);
  await test.settle();
  return { call, invite };
}

describe('an outbound call', () => {
  it('rings, is answered and acknowledged, and ends with a local BYE', async () => {
    const { call, invite } = await ringingCall();
    test.peer.reply(invite, 200, { sdp: 'theirs' });
    await test.settle();
    call.hangup();
    await test.settle();
    test.peer.reply(test.peer.requests('BYE')[0]!, 200);
    expect(test.events).toEqual(['180', 'ringing', 'answered', 'local-bye']);
    expect(test.peer.receivedLog).toEqual(['INVITE', 'ACK', 'BYE']);
    expect(test.media.log).toEqual(['offer 1', 'applied theirs']);
  });

  it('reports early media once, and accepts an empty 200 after it', async () => {
    test.call();
    await test.settle();
    const invite = test.peer.requests('INVITE')[0]!;
    test.peer.reply(invite, 183, { sdp: 'theirs' });
    test.peer.reply(invite, 180);
    test.peer.reply(invite, 200);
    await test.settle();
    expect(test.events).toEqual(['183', 'ringing with media', '180', 'ringing with media', 'answered']);
    expect(test.media.log).toEqual(['offer 1', 'applied theirs']);
  });

  it('applies the SDP of the final answer if it differs from the early one', async () => {
    test.call();
    await test.settle();
    const invite = test.peer.requests('INVITE')[0]!;
    test.peer.reply(invite, 183, { sdp: 'early' });
    test.peer.reply(invite, 200, { sdp: 'final' });
    await test.settle();
    expect(test.media.log).toEqual(['offer 1', 'applied early', 'applied final']);
  });

  it.each([486, 603, 404, 503])('ends with the status of a %i', async (status) => {
    test.call();
    await test.settle();
    test.peer.reply(test.peer.requests('INVITE')[0]!, status);
    await test.settle();
    expect(test.events).toEqual([`rejected ${status}`]);
  });

  it('times out without any response', async () => {
    test.network.shouldDrop = ({ to }) => to === '192.0.2.2:5060';
    test.call();
    await test.clock.advance(32_000);
    expect(test.events).toEqual(['timeout']);
  });

  it('acknowledges each retransmission of the 200', async () => {
    await test.answeredCall();
    const invite = test.peer.requests('INVITE')[0]!;
    test.peer.reply(invite, 200, { sdp: 'theirs' });
    await test.clock.advance(40_000);
    test.peer.reply(invite, 200, { sdp: 'theirs' });
    await test.settle();
    const acks = test.peer.requests('ACK');
    expect(acks.map((ack) => cseqOf(ack).number)).toEqual([1, 1, 1]);
    expect(test.events).toEqual(['answered']);
  });

  it('acknowledges an answer with unusable SDP and ends the call', async () => {
    await test.answeredCall('bad');
    expect(test.peer.receivedLog).toEqual(['INVITE', 'ACK', 'BYE']);
    expect(test.peer.requests('BYE')[0]!.headers.get('Reason')).toContain('cause=488');
    expect(test.events).toEqual(['negotiation-failed']);
  });

  it('retries after a 422 with the requested interval', async () => {
    test.call();
    await test.settle();
    test.peer.reply(test.peer.requests('INVITE')[0]!, 422, { fields: [['Min-SE', '3600']] });
    await test.settle();
    const retry = test.peer.requests('INVITE')[1]!;
    expect([retry.headers.get('Session-Expires'), retry.headers.get('Min-SE'), cseqOf(retry).number]).toEqual(
      ['3600', '3600', 2],
    );
  });

  describe('after a redirection', () => {
    let other: ScriptedPeer;
    const fields = [['Contact', '<sip:no@192.0.2.9>;q=0.9, <sip:desk@192.0.2.3>;q=0.5']] as const;
    const follow = (contact: SipUri) =>
      Promise.resolve(
        contact.host === '192.0.2.3'
          ? { uri: contact, target: { ...peerTarget, address: '192.0.2.3' } }
          : undefined,
      );

    beforeEach(() => {
      other = new ScriptedPeer(test.network, '192.0.2.3', { ...peerTarget, address: '192.0.2.1' });
    });

    afterEach(() => other.close());

    it('is rejected if `followRedirect` is missing or follows no Contact', async () => {
      test.call();
      test.call({ callId: 'call-2', followRedirect: () => Promise.resolve(undefined) });
      await test.settle();
      for (const invite of test.peer.requests('INVITE')) test.peer.reply(invite, 302, { fields });
      await test.settle();
      expect(test.events).toEqual(['rejected 302', 'rejected 302']);
      expect(other.receivedLog).toEqual([]);
    });

    it('follows the first permitted Contact, at most three times', async () => {
      test.call({ followRedirect: follow });
      await test.settle();
      test.peer.reply(test.peer.requests('INVITE')[0]!, 302, { fields });
      for (let hop = 0; hop < 3; hop += 1) {
        await test.settle();
        expect(test.events).toEqual([]);
        other.reply(other.requests('INVITE').at(-1)!, 302, { fields });
      }
      await test.settle();
      const [first, , last] = other.requests('INVITE');
      expect([first!.uri, cseqOf(last!).number, callIdOf(last!)]).toEqual([
        'sip:desk@192.0.2.3',
        4,
        'call-out',
      ]);
      expect(test.events).toEqual(['rejected 302']);
    });

    it('discards the early media of the first target, and is answered at the new target', async () => {
      test.call({ followRedirect: follow });
      await test.settle();
      const [invite] = test.peer.requests('INVITE');
      test.peer.reply(invite!, 183, { sdp: 'early' });
      test.peer.reply(invite!, 302, { fields });
      await test.settle();
      other.reply(other.requests('INVITE')[0]!, 200, { sdp: 'final', toTag: 'other' });
      await test.settle();
      expect(test.events.at(-1)).toBe('answered');
      expect(test.media.log.at(-1)).toBe('applied final');
      expect(test.agent.counts.dialogs).toBe(1);
    });

    it('sends nothing if the call is hung up while the target is resolved', async () => {
      const found = Promise.withResolvers<undefined>();
      const call = test.call({ followRedirect: () => found.promise.then(() => follow(contact)) });
      const contact = parseUri('sip:desk@192.0.2.3') as SipUri;
      await test.settle();
      test.peer.reply(test.peer.requests('INVITE')[0]!, 302, { fields });
      await test.settle();
      call.hangup();
      found.resolve(undefined);
      await test.settle();
      expect([test.events, other.receivedLog, test.agent.counts.terminating]).toEqual([['cancelled'], [], 0]);
    });
  });
});

describe('hanging up before the answer', () => {
  it('sends CANCEL and ends the call locally at once', async () => {
    const { call, invite } = await ringingCall();
    call.hangup([['Reason', 'SIP;cause=200;text="Call completed elsewhere"']]);
    await test.settle();
    test.peer.reply(test.peer.requests('CANCEL')[0]!, 200);
    test.peer.reply(invite, 487);
    await test.settle();
    expect(test.events).toEqual(['180', 'ringing', 'cancelled']);
    expect(test.peer.receivedLog).toEqual(['INVITE', 'CANCEL', 'ACK']);
    expect(test.peer.requests('CANCEL')[0]!.headers.get('Reason')).toContain('cause=200');
  });

  it('stops retransmitting an unanswered INVITE, so that no phone rings later', async () => {
    const call = test.call();
    await test.clock.advance(600);
    expect(test.peer.receivedLog).toEqual(['INVITE', 'INVITE']);
    call.hangup();
    await test.clock.advance(31_000);
    expect(test.peer.receivedLog).toEqual(['INVITE', 'INVITE']);
  });

  it('delays the CANCEL until a provisional response', async () => {
    const call = test.call();
    await test.settle();
    call.hangup();
    await test.clock.advance(100);
    expect(test.peer.receivedLog).toEqual(['INVITE']);
    test.peer.reply(test.peer.requests('INVITE')[0]!, 100);
    await test.settle();
    expect(test.peer.receivedLog).toEqual(['INVITE', 'CANCEL']);
  });

  it('acknowledges each 200 that crosses the CANCEL, and ends the dialog once', async () => {
    const { call, invite } = await ringingCall();
    call.hangup();
    test.peer.reply(invite, 200, { sdp: 'theirs' });
    await test.settle();
    test.peer.reply(test.peer.requests('BYE')[0]!, 200);
    test.peer.reply(invite, 200, { sdp: 'theirs' });
    await test.settle();
    expect(test.peer.receivedLog.filter((entry) => entry !== 'CANCEL')).toEqual([
      'INVITE',
      'ACK',
      'BYE',
      'ACK',
    ]);
    expect(test.events).toEqual(['180', 'ringing', 'cancelled']);
    expect(test.media.log).toEqual(['offer 1']);
  });
});

describe('a forked call', () => {
  it('is established by the first 200; a second is acknowledged and ended', async () => {
    const { invite } = await ringingCall();
    test.peer.reply(invite, 180, { toTag: 'other' });
    test.peer.reply(invite, 200, { toTag: 'other', sdp: 'other' });
    test.peer.reply(invite, 200, { toTag: 'peer', sdp: 'theirs' });
    await test.settle();
    expect(test.peer.requests('ACK').map(toTagOf)).toEqual(['other', 'peer']);
    expect(test.peer.requests('BYE').map(toTagOf)).toEqual(['peer']);
    expect(test.media.log).toEqual(['offer 1', 'applied other']);
    expect(test.events.at(-1)).toBe('answered');
  });

  it('replaces the early media of one branch by the SDP of the branch that answers', async () => {
    test.call();
    await test.settle();
    const invite = test.peer.requests('INVITE')[0]!;
    test.peer.reply(invite, 183, { toTag: 'one', sdp: 'one' });
    test.peer.reply(invite, 183, { toTag: 'two', sdp: 'two' });
    test.peer.reply(invite, 200, { toTag: 'two', sdp: 'two' });
    await test.settle();
    expect(test.media.log).toEqual(['offer 1', 'applied one', 'applied two']);
  });
});

describe('reliable provisional responses', () => {
  const reliable = (rseq: number) =>
    [
      ['Require', '100rel'],
      ['RSeq', String(rseq)],
    ] as const;

  it('are each acknowledged once by PRACK and in order', async () => {
    test.call();
    await test.settle();
    const invite = test.peer.requests('INVITE')[0]!;
    test.peer.reply(invite, 183, { fields: reliable(7), sdp: 'theirs' });
    test.peer.reply(invite, 183, { fields: reliable(7), sdp: 'theirs' });
    test.peer.reply(invite, 180, { fields: reliable(9) });
    test.peer.reply(invite, 180, { fields: reliable(8) });
    await test.settle();
    expect(test.peer.requests('PRACK').map((prack) => prack.headers.get('RAck'))).toEqual([
      '7 1 INVITE',
      '8 1 INVITE',
    ]);
    test.peer.reply(invite, 200);
    await test.settle();
    expect(test.media.log).toEqual(['offer 1', 'applied theirs']);
    expect(test.events.at(-1)).toBe('answered');
  });
});

describe('a challenge', () => {
  const challenge = (nonce: string, parameters = '') =>
    [
      ['WWW-Authenticate', `Digest realm="trunk", nonce="${nonce}", qop="auth", algorithm=MD5${parameters}`],
    ] as const;
  const account = { username: 'parley', password: 'secret' };

  it('is answered, and again for a stale nonce, each time with the next CSeq', async () => {
    test.call({ account });
    await test.settle();
    test.peer.reply(test.peer.requests('INVITE')[0]!, 401, { fields: challenge('first') });
    await test.settle();
    test.peer.reply(test.peer.requests('INVITE')[1]!, 401, { fields: challenge('second', ', stale=true') });
    await test.settle();
    test.peer.reply(test.peer.requests('INVITE')[2]!, 200, { sdp: 'theirs' });
    await test.settle();
    const invites = test.peer.requests('INVITE');
    expect(invites.map((invite) => cseqOf(invite).number)).toEqual([1, 2, 3]);
    expect(new Set(invites.map(fromTagOf)).size).toBe(1);
    expect(invites[2]!.headers.get('Authorization')).toContain('nonce="second"');
    expect(test.peer.requests('ACK').at(-1)!.headers.get('Authorization')).toContain('nonce="second"');
    expect(test.events).toEqual(['answered']);
  });

  it('of a proxy and of the server behind it are answered in the same INVITE', async () => {
    test.call({ account });
    await test.settle();
    const proxy = [['Proxy-Authenticate', 'Digest realm="proxy", nonce="p", qop="auth"']] as const;
    test.peer.reply(test.peer.requests('INVITE')[0]!, 407, { fields: proxy });
    await test.settle();
    test.peer.reply(test.peer.requests('INVITE')[1]!, 401, { fields: challenge('s') });
    await test.settle();
    const { headers } = test.peer.requests('INVITE')[2]!;
    expect([headers.has('Authorization'), headers.has('Proxy-Authorization')]).toEqual([true, true]);
  });

  it('is not answered again after our password was rejected', async () => {
    test.call({ account });
    await test.settle();
    test.peer.reply(test.peer.requests('INVITE')[0]!, 401, { fields: challenge('first') });
    await test.settle();
    test.peer.reply(test.peer.requests('INVITE')[1]!, 401, { fields: challenge('second') });
    await test.settle();
    expect(test.events).toEqual(['rejected 401']);
  });

  it('rejects the call if there is no account', async () => {
    test.call();
    await test.settle();
    test.peer.reply(test.peer.requests('INVITE')[0]!, 407, { fields: challenge('first') });
    await test.settle();
    expect(test.events).toEqual(['rejected 407']);
  });
});

describe('a 200 after the INVITE transaction has ended', () => {
  const receiveLate200 = async () => {
    test.call().hangup();
    await test.clock.advance(40_000);
    const before = test.peer.received.length;
    test.peer.reply(test.peer.requests('INVITE')[0]!, 200, { sdp: 'theirs' });
    await test.settle();
    return test.peer.receivedLog.slice(before);
  };

  it('is acknowledged and ended', async () => {
    expect(await receiveLate200()).toEqual(['ACK', 'BYE']);
  });

  it('is ignored from a source that is not admitted', async () => {
    await test.close();
    test = new AgentUnderTest({ admit: () => false });
    expect(await receiveLate200()).toEqual([]);
    expect(test.agent.counts).toEqual({ inboundCalls: 0, dialogs: 0, terminating: 0 });
  });
});
