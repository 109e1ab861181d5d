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

async function ringing() {
  const call = test.call();
  await test.settle();
  const invite = test.peer.requests('INVITE')[0]!;
  test.peer.reply(invite, 180);
  await test.settle();
  return { call, invite };
}

describe('a call of ours', () => {
  it('rings, is answered and acknowledged, and ends by our BYE', async () => {
    const { call, invite } = await ringing();
    test.peer.reply(invite, 200, { sdp: 'theirs' });
    await test.settle();
    call.hangup();
    await test.settle();
    test.peer.reply(test.peer.requests('BYE')[0]!, 200);
    expect(test.told).toEqual(['180', 'ringing', 'answered', 'near-bye']);
    expect(test.peer.heard).toEqual(['INVITE', 'ACK', 'BYE']);
    expect(test.media.log).toEqual(['offer 1', 'took theirs']);
  });

  it('plays early media once, and is content with an empty 200 after it', async () => {
    test.call();
    await test.settle();
    const invite = test.peer.requests('INVITE')[0]!;
    test.peer.reply(invite, 183, { sdp: 'theirs' });
    test.peer.reply(invite, 180);
    test.peer.reply(invite, 200);
    await test.settle();
    expect(test.told).toEqual(['183', 'ringing with media', '180', 'ringing with media', 'answered']);
    expect(test.media.log).toEqual(['offer 1', 'took theirs']);
  });

  it('takes the description of the answer where it differs from the early one', async () => {
    test.call();
    await test.settle();
    const invite = test.peer.requests('INVITE')[0]!;
    test.peer.reply(invite, 183, { sdp: 'early' });
    test.peer.reply(invite, 200, { sdp: 'final' });
    await test.settle();
    expect(test.media.log).toEqual(['offer 1', 'took early', 'took final']);
  });

  it.each([486, 603, 404, 503])('refused with %i ends with that status', async (status) => {
    test.call();
    await test.settle();
    test.peer.reply(test.peer.requests('INVITE')[0]!, status);
    await test.settle();
    expect(test.told).toEqual([`refused ${status}`]);
  });

  it('that nobody answers at all ends by a time-out', async () => {
    test.network.loses = ({ to }) => to === '192.0.2.2:5060';
    test.call();
    await test.clock.advance(32_000);
    expect(test.told).toEqual(['timeout']);
  });

  it('acknowledges the 200 again each time it is repeated', async () => {
    await test.answeredCall();
    const invite = test.peer.requests('INVITE')[0]!;
    test.peer.reply(invite, 200, { sdp: 'theirs' });
    await test.clock.advance(40_000);
    test.peer.reply(invite, 200, { sdp: 'theirs' });
    await test.settle();
    const acks = test.peer.requests('ACK');
    expect(acks.map((ack) => cseqOf(ack).number)).toEqual([1, 1, 1]);
    expect(test.told).toEqual(['answered']);
  });

  it('with a description that cannot be used is acknowledged and ended', async () => {
    await test.answeredCall('bad');
    expect(test.peer.heard).toEqual(['INVITE', 'ACK', 'BYE']);
    expect(test.peer.requests('BYE')[0]!.headers.get('Reason')).toContain('cause=488');
    expect(test.told).toEqual(['disagreed']);
  });

  it('meets a 422 with the interval that was asked for', async () => {
    test.call();
    await test.settle();
    test.peer.reply(test.peer.requests('INVITE')[0]!, 422, { fields: [['Min-SE', '3600']] });
    await test.settle();
    const again = test.peer.requests('INVITE')[1]!;
    expect([again.headers.get('Session-Expires'), again.headers.get('Min-SE'), cseqOf(again).number]).toEqual(
      ['3600', '3600', 2],
    );
  });

  describe('that is redirected', () => {
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

    it('is refused where redirections are not followed, or this one is not', async () => {
      test.call();
      test.call({ callId: 'call-2', followRedirect: () => Promise.resolve(undefined) });
      await test.settle();
      for (const invite of test.peer.requests('INVITE')) test.peer.reply(invite, 302, { fields });
      await test.settle();
      expect(test.told).toEqual(['refused 302', 'refused 302']);
      expect(other.heard).toEqual([]);
    });

    it('is followed to the first Contact that may be, at most three times', async () => {
      test.call({ followRedirect: follow });
      await test.settle();
      test.peer.reply(test.peer.requests('INVITE')[0]!, 302, { fields });
      for (let hop = 0; hop < 3; hop += 1) {
        await test.settle();
        expect(test.told).toEqual([]);
        other.reply(other.requests('INVITE').at(-1)!, 302, { fields });
      }
      await test.settle();
      const [first, , last] = other.requests('INVITE');
      expect([first!.uri, cseqOf(last!).number, callIdOf(last!)]).toEqual([
        'sip:desk@192.0.2.3',
        4,
        'call-out',
      ]);
      expect(test.told).toEqual(['refused 302']);
    });

    it('forgets the early media of before, and is answered where it went', async () => {
      test.call({ followRedirect: follow });
      await test.settle();
      const [invite] = test.peer.requests('INVITE');
      test.peer.reply(invite!, 183, { sdp: 'early' });
      test.peer.reply(invite!, 302, { fields });
      await test.settle();
      other.reply(other.requests('INVITE')[0]!, 200, { sdp: 'final', toTag: 'other' });
      await test.settle();
      expect(test.told.at(-1)).toBe('answered');
      expect(test.media.log.at(-1)).toBe('took final');
      expect(test.agent.counts.dialogs).toBe(1);
    });

    it('and hung up while the target is looked for goes nowhere', async () => {
      const found = Promise.withResolvers<undefined>();
      const call = test.call({ followRedirect: () => found.promise.then(() => follow(contact)) });
      const contact = parseUri('sip:desk@192.0.2.3') as SipUri;
      await test.settle();
      test.peer.reply(test.peer.requests('INVITE')[0]!, 302, { fields });
      await test.settle();
      call.hangup();
      found.resolve(undefined);
      await test.settle();
      expect([test.told, other.heard, test.agent.counts.ending]).toEqual([['cancelled'], [], 0]);
    });
  });
});

describe('hanging up before the answer', () => {
  it('cancels, and the call is over at once for us', async () => {
    const { call, invite } = await ringing();
    call.hangup([['Reason', 'SIP;cause=200;text="Call completed elsewhere"']]);
    await test.settle();
    test.peer.reply(test.peer.requests('CANCEL')[0]!, 200);
    test.peer.reply(invite, 487);
    await test.settle();
    expect(test.told).toEqual(['180', 'ringing', 'cancelled']);
    expect(test.peer.heard).toEqual(['INVITE', 'CANCEL', 'ACK']);
    expect(test.peer.requests('CANCEL')[0]!.headers.get('Reason')).toContain('cause=200');
  });

  it('before any response is not repeated any more, so that nobody is rung later', async () => {
    const call = test.call();
    await test.clock.advance(600);
    expect(test.peer.heard).toEqual(['INVITE', 'INVITE']);
    call.hangup();
    await test.clock.advance(31_000);
    expect(test.peer.heard).toEqual(['INVITE', 'INVITE']);
  });

  it('waits with the CANCEL for a provisional response', async () => {
    const call = test.call();
    await test.settle();
    call.hangup();
    await test.clock.advance(100);
    expect(test.peer.heard).toEqual(['INVITE']);
    test.peer.reply(test.peer.requests('INVITE')[0]!, 100);
    await test.settle();
    expect(test.peer.heard).toEqual(['INVITE', 'CANCEL']);
  });

  it('acknowledges and ends a 200 that crosses the CANCEL, however often it comes', async () => {
    const { call, invite } = await ringing();
    call.hangup();
    test.peer.reply(invite, 200, { sdp: 'theirs' });
    await test.settle();
    test.peer.reply(test.peer.requests('BYE')[0]!, 200);
    test.peer.reply(invite, 200, { sdp: 'theirs' });
    await test.settle();
    expect(test.peer.heard.filter((heard) => heard !== 'CANCEL')).toEqual(['INVITE', 'ACK', 'BYE', 'ACK']);
    expect(test.told).toEqual(['180', 'ringing', 'cancelled']);
    expect(test.media.log).toEqual(['offer 1']);
  });
});

describe('a forked call', () => {
  it('belongs to the first 200; a second is acknowledged and ended', async () => {
    const { invite } = await ringing();
    test.peer.reply(invite, 180, { toTag: 'other' });
    test.peer.reply(invite, 200, { toTag: 'other', sdp: 'other' });
    test.peer.reply(invite, 200, { toTag: 'peer', sdp: 'theirs' });
    await test.settle();
    expect(test.peer.requests('ACK').map(toTagOf)).toEqual(['other', 'peer']);
    expect(test.peer.requests('BYE').map(toTagOf)).toEqual(['peer']);
    expect(test.media.log).toEqual(['offer 1', 'took other']);
    expect(test.told.at(-1)).toBe('answered');
  });

  it('takes the answer of the branch that wins, not of the one that only rang', async () => {
    test.call();
    await test.settle();
    const invite = test.peer.requests('INVITE')[0]!;
    test.peer.reply(invite, 183, { toTag: 'one', sdp: 'one' });
    test.peer.reply(invite, 183, { toTag: 'two', sdp: 'two' });
    test.peer.reply(invite, 200, { toTag: 'two', sdp: 'two' });
    await test.settle();
    expect(test.media.log).toEqual(['offer 1', 'took one', 'took two']);
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
    expect(test.media.log).toEqual(['offer 1', 'took theirs']);
    expect(test.told.at(-1)).toBe('answered');
  });
});

describe('a challenge', () => {
  const challenge = (nonce: string, more = '') =>
    [
      ['WWW-Authenticate', `Digest realm="trunk", nonce="${nonce}", qop="auth", algorithm=MD5${more}`],
    ] as const;
  const account = { username: 'parley', password: 'secret' };

  it('is met, and met again when its nonce was stale, each time with the next number', async () => {
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
    expect(test.told).toEqual(['answered']);
  });

  it('of a proxy is kept beside that of the server behind it', async () => {
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

  it('that refuses our password is not met twice', async () => {
    test.call({ account });
    await test.settle();
    test.peer.reply(test.peer.requests('INVITE')[0]!, 401, { fields: challenge('first') });
    await test.settle();
    test.peer.reply(test.peer.requests('INVITE')[1]!, 401, { fields: challenge('second') });
    await test.settle();
    expect(test.told).toEqual(['refused 401']);
  });

  it('without an account is a refusal', async () => {
    test.call();
    await test.settle();
    test.peer.reply(test.peer.requests('INVITE')[0]!, 407, { fields: challenge('first') });
    await test.settle();
    expect(test.told).toEqual(['refused 407']);
  });
});

describe('a 200 to an INVITE that is long over', () => {
  const comesLate = async () => {
    test.call().hangup();
    await test.clock.advance(40_000);
    const before = test.peer.received.length;
    test.peer.reply(test.peer.requests('INVITE')[0]!, 200, { sdp: 'theirs' });
    await test.settle();
    return test.peer.heard.slice(before);
  };

  it('is acknowledged and ended', async () => {
    expect(await comesLate()).toEqual(['ACK', 'BYE']);
  });

  it('from a stranger has us send nothing', async () => {
    await test.close();
    test = new AgentUnderTest({ admit: () => false });
    expect(await comesLate()).toEqual([]);
    expect(test.agent.counts).toEqual({ calls: 0, dialogs: 0, ending: 0 });
  });
});
