import { beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { seededRandom } from '../core/random.ts';
import type { CallTrace, CallTraces } from './call-trace.ts';
import { createSipTransactionLayer } from './create-transaction-layer.ts';
import { cseqOf, topViaOf, toTagOf } from './header-fields.ts';
import { AgentUnderTest } from './testing/agent-under-test.ts';
import { createUserAgent, type UserAgent } from './user-agent.ts';

/** Traces as a file would give them back. */
class TracesAsText implements CallTraces {
  readonly texts = new Map<string, string>();

  keep(key: string, trace: CallTrace): void {
    this.texts.set(key, JSON.stringify(trace));
  }
  forget(key: string): void {
    this.texts.delete(key);
  }
}

const account = { username: 'parley', password: 'secret' };
let traces: TracesAsText;
let test: AgentUnderTest;
let clock: ManualClock;
let successor: UserAgent;

beforeEach(() => {
  traces = new TracesAsText();
  test = new AgentUnderTest({ traces });
});

/** The first agent is heard of no more; another takes its address and ends its calls. */
async function crash(): Promise<void> {
  test.peer.received.length = 0;
  clock = new ManualClock();
  const random = seededRandom(2);
  const transports = [test.network.open('udp', '192.0.2.1')];
  const layer = createSipTransactionLayer({ clock, random, transports, logger: silentLogger });
  const common = { clock, random, logger: silentLogger, locate: async () => [] };
  successor = createUserAgent({ ...common, layer, traces });
  for (const [key, text] of traces.texts) successor.endAbandoned(key, JSON.parse(text) as CallTrace, account);
  await clock.advance(0);
}

const last = (method: string) => test.peer.requests(method).at(-1)!;

describe('a call of ours that was not answered', () => {
  it('is cancelled, as the same transaction, and its 487 acknowledged', async () => {
    test.call();
    await test.settle();
    const invite = last('INVITE');
    test.peer.reply(invite, 180);
    await test.settle();
    await crash();
    expect(test.peer.heard).toEqual(['CANCEL']);
    const cancel = last('CANCEL');
    expect(topViaOf(cancel)).toEqual(topViaOf(invite));
    expect([cancel.uri, cseqOf(cancel).number]).toEqual([invite.uri, cseqOf(invite).number]);
    expect(cancel.headers.get('Reason')).toMatch(/^SIP;cause=500;/);
    test.peer.reply(cancel, 200);
    test.peer.reply(invite, 487);
    await clock.advance(0);
    expect(test.peer.heard).toEqual(['CANCEL', 'ACK']);
    expect([traces.texts.size, successor.counts.ending]).toEqual([0, 0]);
  });

  it('is not sent anew, though nobody said a word to it', async () => {
    test.call();
    await test.settle();
    await crash();
    test.peer.reply(last('CANCEL'), 481);
    await clock.advance(40_000);
    expect(test.peer.heard).toEqual(['CANCEL']);
    expect(traces.texts.size).toBe(0);
  });

  it('and is answered nevertheless is acknowledged and ended, once', async () => {
    test.call();
    await test.settle();
    const invite = last('INVITE');
    await crash();
    test.peer.reply(invite, 200, { sdp: 'theirs' });
    await clock.advance(0);
    test.peer.reply(invite, 200, { sdp: 'theirs' });
    await clock.advance(0);
    expect(test.peer.heard).toEqual(['CANCEL', 'ACK', 'BYE', 'ACK']);
    test.peer.reply(last('BYE'), 200);
    await clock.advance(0);
    expect(traces.texts.size).toBe(0);
  });

  it('and was refused has left no trace', async () => {
    test.call();
    await test.settle();
    test.peer.reply(last('INVITE'), 486);
    await test.settle();
    expect(traces.texts.size).toBe(0);
  });

  it('and was cancelled leaves its trace until the other side has heard of it', async () => {
    const call = test.call();
    await test.settle();
    test.peer.reply(last('INVITE'), 180);
    await test.settle();
    call.hangup();
    await test.settle();
    expect(traces.texts.size).toBe(1);
    test.peer.reply(last('INVITE'), 487);
    await test.settle();
    expect(traces.texts.size).toBe(0);
  });
});

describe('a call of ours whose trace is being written', () => {
  let written: PromiseWithResolvers<void>;
  beforeEach(() => {
    written = Promise.withResolvers();
    test = new AgentUnderTest({ traces: Object.assign(traces, { written: () => written.promise }) });
  });

  it('sends its INVITE when the trace is written, and repeats it only after that', async () => {
    test.call();
    await test.clock.advance(900);
    expect([test.peer.heard, traces.texts.size]).toEqual([[], 1]);
    written.resolve();
    await test.settle();
    expect(test.peer.heard).toEqual(['INVITE']);
    const [text] = traces.texts.values();
    const { invite } = JSON.parse(text!) as { invite: string };
    expect(invite).toContain(topViaOf(last('INVITE')).parameters.get('branch'));
    await test.clock.advance(600);
    expect(test.peer.heard).toEqual(['INVITE', 'INVITE']);
  });

  it('sends nothing where it was cancelled before that', async () => {
    test.call().hangup();
    written.resolve();
    await test.settle();
    expect([test.peer.heard, test.told, traces.texts.size]).toEqual([[], ['cancelled'], 0]);
    expect(test.agent.counts.ending).toBe(0);
  });
});

describe('a call of ours that was answered', () => {
  it('is ended by a BYE of its dialog, by way of its routes', async () => {
    const fields = [['Record-Route', '<sip:192.0.2.2;lr>']] as const;
    await test.answeredCall('theirs', fields);
    const ack = last('ACK');
    await crash();
    const bye = last('BYE');
    expect(test.peer.heard).toEqual(['BYE']);
    expect(bye.uri).toBe(ack.uri);
    for (const name of ['Call-ID', 'From', 'To', 'Route'])
      expect(bye.headers.get(name)).toBe(ack.headers.get(name));
    expect(cseqOf(bye).number).toBe(cseqOf(ack).number + 1);
    test.peer.reply(bye, 200);
    await clock.advance(0);
    expect([traces.texts.size, successor.counts.ending]).toEqual([0, 0]);
  });

  it('goes on counting after the requests that were made in it', async () => {
    const call = await test.answeredCall();
    void call.session!.reoffer();
    await test.settle();
    const reinvite = last('INVITE');
    await crash();
    expect(cseqOf(last('BYE')).number).toBe(cseqOf(reinvite).number + 1);
  });

  it('is ended with the account that the BYE is challenged for', async () => {
    await test.answeredCall();
    await crash();
    const first = last('BYE');
    const challenge = 'Digest realm="trunk", nonce="n1", algorithm=MD5';
    test.peer.reply(first, 407, { fields: [['Proxy-Authenticate', challenge]] });
    await clock.advance(0);
    const second = last('BYE');
    expect(second.headers.get('Proxy-Authorization')).toContain('username="parley"');
    expect(cseqOf(second).number).toBe(cseqOf(first).number + 1);
    test.peer.reply(second, 200);
    await clock.advance(0);
    expect(traces.texts.size).toBe(0);
  });

  it('is given up where nobody answers the BYE', async () => {
    await test.answeredCall();
    await crash();
    await clock.advance(40_000);
    expect([traces.texts.size, successor.counts.ending]).toEqual([0, 0]);
  });

  it('and ended has left no trace', async () => {
    const call = await test.answeredCall();
    call.hangup();
    await test.settle();
    test.peer.reply(last('BYE'), 200);
    await test.settle();
    expect(traces.texts.size).toBe(0);
  });
});

describe('a call to us', () => {
  it('that rang is refused with the tag that it rang with', async () => {
    const invite = test.peer.invite({ sdp: 'theirs' });
    await test.settle();
    test.invites[0]!.ring();
    await test.settle();
    const ringing = test.peer.responses('INVITE').at(-1)!;
    await crash();
    const refusal = test.peer.responses('INVITE').at(-1)!;
    expect([refusal.status, toTagOf(refusal)]).toEqual([480, toTagOf(ringing)]);
    expect(refusal.headers.get('CSeq')).toBe(invite.headers.get('CSeq'));
    expect(traces.texts.size).toBe(0);
  });

  it('that was answered is ended by BYE', async () => {
    const invite = test.peer.invite({ sdp: 'theirs' });
    await test.settle();
    test.invites[0]!.answer();
    await test.settle();
    test.peer.request('ACK', test.peer.responses('INVITE').at(-1)!, { cseq: 1 });
    await test.settle();
    await crash();
    expect(test.peer.heard).toEqual(['BYE']);
    expect(last('BYE').headers.get('To')).toBe(invite.headers.get('From'));
  });

  it('that was refused, cancelled, or ended by its caller has left no trace', async () => {
    test.peer.invite({ callId: 'refused' });
    const cancelled = test.peer.invite({ callId: 'cancelled' });
    test.peer.invite({ callId: 'ended' });
    await test.settle();
    test.invites[0]!.reject(486);
    test.peer.cancel(cancelled);
    test.invites[2]!.answer();
    await test.settle();
    test.peer.request(
      'BYE',
      test.peer.responses('INVITE').find(({ status }) => status === 200)!,
    );
    await test.settle();
    expect(traces.texts.size).toBe(0);
  });
});

describe('a trace that is damaged', () => {
  it('is forgotten', async () => {
    traces.keep('a', { type: 'confirmed', bye: 'BYE', hop: 'sip:192.0.2.2' });
    await crash();
    expect([traces.texts.size, successor.counts.ending]).toEqual([0, 0]);
    expect(test.peer.heard).toEqual([]);
  });
});
