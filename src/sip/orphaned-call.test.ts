import { beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { seededRandom } from '../core/random.ts';
import type { DialogLogEntry, DialogLog } from './dialog-log.ts';
import { createSipTransactionLayer } from './create-transaction-layer.ts';
import { cseqOf, topViaOf, toTagOf } from './header-fields.ts';
import { AgentUnderTest } from './testing/agent-under-test.ts';
import { createUserAgent, type UserAgent } from './user-agent.ts';

/** A dialog log that serialises its entries, as a file does. */
class SerializedDialogLog implements DialogLog {
  readonly texts = new Map<string, string>();

  put(key: string, entry: DialogLogEntry): void {
    this.texts.set(key, JSON.stringify(entry));
  }
  remove(key: string): void {
    this.texts.delete(key);
  }
}

const account = { username: 'parley', password: 'secret' };
let dialogLog: SerializedDialogLog;
let test: AgentUnderTest;
let clock: ManualClock;
let successor: UserAgent;

beforeEach(() => {
  dialogLog = new SerializedDialogLog();
  test = new AgentUnderTest({ dialogLog });
});

/** Simulates a crash: the first agent stops, and another at its address ends its calls. */
async function crash(): Promise<void> {
  test.peer.received.length = 0;
  clock = new ManualClock();
  const random = seededRandom(2);
  const transports = [test.network.open('udp', '192.0.2.1')];
  const layer = createSipTransactionLayer({ clock, random, transports, logger: silentLogger });
  const common = { clock, random, logger: silentLogger, locate: async () => [] };
  successor = createUserAgent({ ...common, layer, dialogLog });
  for (const [key, text] of dialogLog.texts)
    successor.endOrphanedCall(key, JSON.parse(text) as DialogLogEntry, account);
  await clock.advance(0);
}

const lastRequest = (method: string) => test.peer.requests(method).at(-1)!;

describe('an unanswered outbound call', () => {
  it('is cancelled in the same transaction, and its 487 is acknowledged', async () => {
    test.call();
    await test.settle();
    const invite = lastRequest('INVITE');
    test.peer.reply(invite, 180);
    await test.settle();
    await crash();
    expect(test.peer.receivedLog).toEqual(['CANCEL']);
    const cancel = lastRequest('CANCEL');
    expect(topViaOf(cancel)).toEqual(topViaOf(invite));
    expect([cancel.uri, cseqOf(cancel).number]).toEqual([invite.uri, cseqOf(invite).number]);
    expect(cancel.headers.get('Reason')).toMatch(/^SIP;cause=500;/);
    test.peer.reply(cancel, 200);
    test.peer.reply(invite, 487);
    await clock.advance(0);
    expect(test.peer.receivedLog).toEqual(['CANCEL', 'ACK']);
    expect([dialogLog.texts.size, successor.counts.terminating]).toEqual([0, 0]);
  });

  it('is not sent again, even if it received no response', async () => {
    test.call();
    await test.settle();
    await crash();
    test.peer.reply(lastRequest('CANCEL'), 481);
    await clock.advance(40_000);
    expect(test.peer.receivedLog).toEqual(['CANCEL']);
    expect(dialogLog.texts.size).toBe(0);
  });

  it('that is answered despite the CANCEL is acknowledged and ended once', async () => {
    test.call();
    await test.settle();
    const invite = lastRequest('INVITE');
    await crash();
    test.peer.reply(invite, 200, { sdp: 'theirs' });
    await clock.advance(0);
    test.peer.reply(invite, 200, { sdp: 'theirs' });
    await clock.advance(0);
    expect(test.peer.receivedLog).toEqual(['CANCEL', 'ACK', 'BYE', 'ACK']);
    test.peer.reply(lastRequest('BYE'), 200);
    await clock.advance(0);
    expect(dialogLog.texts.size).toBe(0);
  });

  it('that was rejected leaves no log entry', async () => {
    test.call();
    await test.settle();
    test.peer.reply(lastRequest('INVITE'), 486);
    await test.settle();
    expect(dialogLog.texts.size).toBe(0);
  });

  it('that was cancelled keeps its log entry until the final response', async () => {
    const call = test.call();
    await test.settle();
    test.peer.reply(lastRequest('INVITE'), 180);
    await test.settle();
    call.hangup();
    await test.settle();
    expect(dialogLog.texts.size).toBe(1);
    test.peer.reply(lastRequest('INVITE'), 487);
    await test.settle();
    expect(dialogLog.texts.size).toBe(0);
  });
});

describe('an outbound call whose log entry is being written', () => {
  let written: PromiseWithResolvers<void>;
  beforeEach(() => {
    written = Promise.withResolvers();
    test = new AgentUnderTest({
      dialogLog: Object.assign(dialogLog, { whenWritten: () => written.promise }),
    });
  });

  it('sends its INVITE only when the entry is written, and can then retransmit it', async () => {
    test.call();
    await test.clock.advance(900);
    expect([test.peer.receivedLog, dialogLog.texts.size]).toEqual([[], 1]);
    written.resolve();
    await test.settle();
    expect(test.peer.receivedLog).toEqual(['INVITE']);
    const [text] = dialogLog.texts.values();
    const { invite } = JSON.parse(text!) as { invite: string };
    expect(invite).toContain(topViaOf(lastRequest('INVITE')).parameters.get('branch'));
    await test.clock.advance(600);
    expect(test.peer.receivedLog).toEqual(['INVITE', 'INVITE']);
  });

  it('sends nothing if it is cancelled before the entry is written', async () => {
    test.call().hangup();
    written.resolve();
    await test.settle();
    expect([test.peer.receivedLog, test.events, dialogLog.texts.size]).toEqual([[], ['cancelled'], 0]);
    expect(test.agent.counts.terminating).toBe(0);
  });
});

describe('an answered outbound call', () => {
  it('is ended by a BYE in its dialog, along its route set', async () => {
    const fields = [['Record-Route', '<sip:192.0.2.2;lr>']] as const;
    await test.answeredCall('theirs', fields);
    const ack = lastRequest('ACK');
    await crash();
    const bye = lastRequest('BYE');
    expect(test.peer.receivedLog).toEqual(['BYE']);
    expect(bye.uri).toBe(ack.uri);
    for (const name of ['Call-ID', 'From', 'To', 'Route'])
      expect(bye.headers.get(name)).toBe(ack.headers.get(name));
    expect(cseqOf(bye).number).toBe(cseqOf(ack).number + 1);
    test.peer.reply(bye, 200);
    await clock.advance(0);
    expect([dialogLog.texts.size, successor.counts.terminating]).toEqual([0, 0]);
  });

  it('continues the sequence numbers of requests made in the dialog', async () => {
    const call = await test.answeredCall();
    void call.session!.reoffer();
    await test.settle();
    const reinvite = lastRequest('INVITE');
    await crash();
    expect(cseqOf(lastRequest('BYE')).number).toBe(cseqOf(reinvite).number + 1);
  });

  it('is ended by a BYE that answers a challenge with the account', async () => {
    await test.answeredCall();
    await crash();
    const first = lastRequest('BYE');
    const challenge = 'Digest realm="trunk", nonce="n1", algorithm=MD5';
    test.peer.reply(first, 407, { fields: [['Proxy-Authenticate', challenge]] });
    await clock.advance(0);
    const second = lastRequest('BYE');
    expect(second.headers.get('Proxy-Authorization')).toContain('username="parley"');
    expect(cseqOf(second).number).toBe(cseqOf(first).number + 1);
    test.peer.reply(second, 200);
    await clock.advance(0);
    expect(dialogLog.texts.size).toBe(0);
  });

  it('is abandoned if the BYE is not answered', async () => {
    await test.answeredCall();
    await crash();
    await clock.advance(40_000);
    expect([dialogLog.texts.size, successor.counts.terminating]).toEqual([0, 0]);
  });

  it('that ended leaves no log entry', async () => {
    const call = await test.answeredCall();
    call.hangup();
    await test.settle();
    test.peer.reply(lastRequest('BYE'), 200);
    await test.settle();
    expect(dialogLog.texts.size).toBe(0);
  });
});

describe('an inbound call', () => {
  it('that was ringing is rejected with the tag of its 180', async () => {
    const invite = test.peer.invite({ sdp: 'theirs' });
    await test.settle();
    test.invites[0]!.ring();
    await test.settle();
    const ringing = test.peer.responses('INVITE').at(-1)!;
    await crash();
    const rejection = test.peer.responses('INVITE').at(-1)!;
    expect([rejection.status, toTagOf(rejection)]).toEqual([480, toTagOf(ringing)]);
    expect(rejection.headers.get('CSeq')).toBe(invite.headers.get('CSeq'));
    expect(dialogLog.texts.size).toBe(0);
  });

  it('that was answered is ended by BYE', async () => {
    const invite = test.peer.invite({ sdp: 'theirs' });
    await test.settle();
    test.invites[0]!.answer();
    await test.settle();
    test.peer.request('ACK', test.peer.responses('INVITE').at(-1)!, { cseq: 1 });
    await test.settle();
    await crash();
    expect(test.peer.receivedLog).toEqual(['BYE']);
    expect(lastRequest('BYE').headers.get('To')).toBe(invite.headers.get('From'));
  });

  it('that was rejected, cancelled or ended by its caller leaves no log entry', async () => {
    test.peer.invite({ callId: 'rejected' });
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
    expect(dialogLog.texts.size).toBe(0);
  });
});

describe('a corrupt log entry', () => {
  it('is removed', async () => {
    dialogLog.put('a', { type: 'confirmed', bye: 'BYE', hop: 'sip:192.0.2.2' });
    await crash();
    expect([dialogLog.texts.size, successor.counts.terminating]).toEqual([0, 0]);
    expect(test.peer.receivedLog).toEqual([]);
  });
});
