import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DtmfDetector } from '../../src/audio/dtmf-detector.ts';
import { dtmfTone } from '../../src/audio/dtmf-generator.ts';
import { parseWav } from '../../src/audio/wav-header.ts';
import { systemClock } from '../../src/core/clock.ts';
import { readConfig } from '../../src/core/config.ts';
import { createLogger } from '../../src/core/logger.ts';
import { systemRandom } from '../../src/core/random.ts';
import { startParley, type Parley } from '../../src/main.ts';
import { connectionUrl } from '../support/connection-url.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { ApiUnderTest } from './api-under-test.ts';
import { AudioPhone } from './audio-phone.ts';
import { temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { databaseText, folderText } from './stored-texts.ts';

const card = '4111111111111111';
const pin = '73';

/** Requests a card number, which is sensitive, and a seat number, which is not. */
const flow = {
  type: 'call',
  name: 'Payment',
  status: 'active',
  startNodeId: 'card',
  nodes: [
    {
      id: 'card',
      type: 'gather_digits',
      config: {
        prompt: 'Please enter your card number.',
        variable: 'card',
        minDigits: 16,
        maxDigits: 16,
        retries: 5,
        sensitive: true,
      },
    },
    {
      id: 'right',
      type: 'set_disposition',
      config: { disposition: 'interested', notes: 'A card was entered.' },
    },
    {
      id: 'seat',
      type: 'gather_digits',
      config: { prompt: 'Please enter your seat number.', variable: 'seat', minDigits: 2, maxDigits: 2 },
    },
    { id: 'bye', type: 'end', config: { text: 'Your seat is {{seat}}. Goodbye.' } },
    { id: 'wrong', type: 'end', config: { text: 'Goodbye.', disposition: 'failed' } },
  ],
  edges: [
    {
      id: 'e1',
      from: 'card',
      to: 'right',
      condition: {
        type: 'expression',
        all: [
          { left: 'card', op: '>', right: 4_100_000_000_000_000 },
          { left: 'card', op: '<', right: 4_200_000_000_000_000 },
        ],
      },
    },
    { id: 'e2', from: 'card', to: 'wrong', condition: { type: 'else' } },
    { id: 'e3', from: 'right', to: 'seat' },
    { id: 'e4', from: 'seat', to: 'bye', condition: { type: 'else' } },
  ],
};

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let folder: TemporaryFolder;
let phone: AudioPhone;
let parley: Parley;
let log = '';

beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await temporaryDataFolder();
  phone = await AudioPhone.open();
  const destination = new Writable({
    write(chunk, _, done) {
      log += String(chunk);
      done();
    },
  });
  const config = readConfig({
    PARLEY_DATA_DIR: folder.dataDir,
    PARLEY_DATABASE_URL: connectionUrl(database.connection),
    PARLEY_HTTP_PORT: '0',
    PARLEY_SIP_PORT: '0',
    PARLEY_RTP_PORTS: '29400-29449',
    PARLEY_TEST_NETWORK: 'off',
    PARLEY_TRUNK_URL: phone.trunkUrl,
  });
  const logger = createLogger('trace', destination);
  parley = await startParley(config, { clock: systemClock, random: systemRandom, logger });
});
afterAll(async () => {
  await parley.close();
  phone.close();
  await folder.remove();
  await database.drop();
});

async function post<Body>(address: string, body: object): Promise<Body> {
  const response = await fetch(parley.httpAddress + address, {
    method: 'POST',
    headers: { 'x-api-key': parley.firstStart!.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Body;
}

/** Returns the in-band tones of the keys (ITU-T Q.23). */
const keyTones = (digits: string): Int16Array =>
  Int16Array.from([...digits].flatMap((digit) => [...dtmfTone(digit, 120), ...new Int16Array(100 * 8)]));

/** Presses the keys again if they were not accepted, because tones are lost if packets are late on a busy machine. */
async function pressUntil(digits: string, isAccepted: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await phone.play(keyTones(digits));
    for (let poll = 0; poll < 20; poll += 1) {
      if (await isAccepted()) return;
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  }
}

/** Returns the DTMF digits audible in one channel of a recording. */
function audibleKeys(wav: Uint8Array, channel: number): string {
  const { samples, channels } = parseWav(wav);
  let keys = '';
  const detector = new DtmfDetector((key) => (keys += key));
  detector.push(samples.filter((_, index) => index % channels === channel));
  return keys;
}

it(
  'sensitive keys are absent from the call record, recording, database, files and log',
  { timeout: 90_000 },
  async () => {
    const api = new ApiUnderTest(parley.httpAddress!, parley.firstStart!);
    const { id: flowId } = await post<{ id: string }>('/api/v1/flows', flow);
    const agent = await post<{ id: string }>('/api/v1/agents', {
      name: 'Ada',
      flowId,
      voicemail: { detection: 'off' },
    });
    await post('/v1/api/telephony/numbers', { phoneNumber: '+14155550160', agentId: agent.id });
    const { callId } = await post<{ callId: string }>('/api/v1/calls/call', {
      agentId: agent.id,
      toNumber: '+14155552671',
    });
    const isAt = (nodeId: string) => async () => {
      const { timeline } = await api.client.getCall({ path: { callId } });
      return timeline.some(({ detail }) => detail['nodeId'] === nodeId);
    };
    await phone.answered;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await pressUntil(`${card}#`, isAt('seat'));
    // The recording stays silent for one more second.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await pressUntil(`${pin}#`, isAt('bye'));
    const call = await api.untilEnded(callId);

    expect(call).toMatchObject({ disposition: 'interested', variables: { seat: pin } });
    expect(call.transcript.map(({ content }) => content)).toEqual(
      expect.arrayContaining(['[keys] (sensitive)', `[keys] ${pin}`, `Your seat is ${pin}. Goodbye.`]),
    );
    const recording = await api.recording(callId);
    // Only the second number is audible, possibly repeated.
    expect(audibleKeys(recording, 0)).toMatch(/^[73#]+$/);
    expect(audibleKeys(recording, 1)).toBe('');

    const storedTexts = {
      response: JSON.stringify(call),
      database: await databaseText(database.connection),
      files: await folderText(folder.dataDir),
      log,
    };
    expect(
      Object.entries(storedTexts)
        .filter(([, text]) => text.includes(card.slice(0, 12)))
        .map(([place]) => place),
    ).toEqual([]);
    expect(storedTexts.database).toContain(`[keys] ${pin}`);
    expect(log).toContain(callId);
  },
);
