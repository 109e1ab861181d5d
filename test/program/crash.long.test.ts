import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { speechLevelDbfs } from '../../src/audio/level.ts';
import { parseWav } from '../../src/audio/wav-header.ts';
import { ApiUnderTest } from './api-under-test.ts';
import { Phone } from './phone.ts';
import { readFirstStart, temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { signalIntervalMs, ServingProcess } from './serving-process.ts';

/** A new process has five seconds to end the calls of the killed one; half of them are for its start. */
const maxAfterReadyMs = 2_500;
const ownNumber = '+14155552670';
const throughTrunk = { fromNumber: ownNumber };
const calleeNumber = '+14155552671';
const talkingNumber = '+12025550100';
/** Says nothing, so that the call gets no disposition. */
const silentNumber = '+12025550109';
const optOutNumber = '+12025550107';
const hangupNumber = '+12025550110';

describe('the program after SIGKILL and SIGTERM', { timeout: 60_000 }, () => {
  let folder: TemporaryFolder;
  let server: ServingProcess;
  let api: ApiUnderTest;
  const phones: Phone[] = [];

  /** Starts the program with the same data folder and the phone as its trunk. */
  async function start(phone: Phone): Promise<void> {
    server = new ServingProcess({
      PARLEY_DATA_DIR: folder.dataDir,
      PARLEY_HTTP_PORT: '0',
      PARLEY_SIP_PORT: '26800',
      PARLEY_RTP_PORTS: '26200-26399',
      PARLEY_TRUNK_URL: phone.trunkUrl,
      PARLEY_LOG_LEVEL: 'info',
    });
    const address = await server.ready();
    api = new ApiUnderTest(address, await readFirstStart(folder.dataDir));
  }

  async function openPhone(behaviour: 'rings' | 'answers'): Promise<Phone> {
    const phone = await Phone.open(behaviour);
    phones.push(phone);
    return phone;
  }

  beforeAll(async () => {
    folder = await temporaryDataFolder();
  });
  afterAll(async () => {
    await server.remove();
    for (const phone of phones) phone.close();
    await folder.remove();
  });

  it('ends the calls of the killed process as lost, keeps recordings and opt-outs, and repeats no call', async () => {
    const phone = await openPhone('rings');
    await start(phone);
    await api.assignNumber(ownNumber);
    const [talking, ringing, stopping] = await Promise.all([
      api.call(silentNumber),
      api.call(calleeNumber, throughTrunk),
      api.call(optOutNumber),
    ]);
    await api.until(stopping, (call) => call.transcript.some(({ content }) => content.includes('stop')));
    server.signal('SIGKILL');
    expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' });
    await sleep(3_000);

    await start(phone);
    const readyMs = performance.now();
    await phone.received('CANCEL');
    expect(await api.activeCalls()).toBe(0);
    expect(performance.now() - readyMs).toBeLessThan(maxAfterReadyMs);
    expect(server.stderr).toContain('A database server that was still running was adopted.');
    const calls = await Promise.all([talking, ringing, stopping].map((callId) => api.untilEnded(callId)));
    expect(calls.map(({ endReason, disposition }) => [endReason, disposition])).toEqual([
      ['node_lost', 'failed'],
      ['node_lost', 'failed'],
      ['node_lost', 'do_not_call'],
    ]);
    await expect(api.call(optOutNumber)).rejects.toMatchObject({ status: 403 });
    expect(await api.slotsInUse()).toBe(0);
    const { durationSeconds, recording } = calls[0]!;
    expect(durationSeconds! - recording!.durationMs! / 1000).toBeLessThan(4);
    const file = await api.recording(talking);
    const { channels, samples } = parseWav(file);
    expect(channels).toBe(2);
    expect(samples.length / 2 / 8000).toBeGreaterThan(2);
    expect(Buffer.from(file).readUInt32LE(40)).toBe(samples.length * 2);
    expect(recording).toEqual({
      available: true,
      durationMs: samples.length / 16,
      truncated: true,
      reason: 'node_lost',
    });
    expect(speechLevelDbfs(samples)).toBeGreaterThan(-40);
    expect(phone.calls).toBe(1);
  });

  it('rejects new calls after SIGTERM and exits after the last call', async () => {
    const callId = await api.call(hangupNumber);
    server.signal('SIGTERM');
    await server.untilDraining();
    await expect(api.call(talkingNumber)).rejects.toMatchObject({ status: 503 });
    expect(await server.ended).toEqual({ code: 0, signal: null });
    const phone = await openPhone('answers');
    await start(phone);
    expect(await api.client.getCall({ path: { callId } })).toMatchObject({
      status: 'ended',
      endReason: 'customer_hangup',
    });
  });

  it('sends BYE for the calls of the killed process', async () => {
    server.signal('SIGTERM');
    await server.ended;
    const phone = await openPhone('answers');
    await start(phone);
    const callId = await api.call(calleeNumber, throughTrunk);
    await api.until(callId, ({ status }) => status === 'in_progress');
    server.signal('SIGKILL');
    await server.ended;
    expect(phone.count('BYE')).toBe(0);
    await start(phone);
    const readyMs = performance.now();
    await phone.received('BYE');
    expect(await api.untilEnded(callId)).toMatchObject({ endReason: 'node_lost' });
    expect(performance.now() - readyMs).toBeLessThan(maxAfterReadyMs);
    expect([phone.calls, phone.count('BYE')]).toEqual([1, 1]);
  });

  it('hangs up immediately after a second signal', async () => {
    const phone = phones.at(-1)!;
    const byes = phone.count('BYE');
    const callId = await api.call(calleeNumber, throughTrunk);
    await api.until(callId, ({ status }) => status === 'in_progress');
    server.signal('SIGTERM');
    await server.untilDraining();
    await sleep(signalIntervalMs);
    const secondMs = performance.now();
    server.signal('SIGTERM');
    await phone.received('BYE', byes + 1);
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(performance.now() - secondMs).toBeLessThan(5_000);
  });
});
