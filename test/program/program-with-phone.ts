import { wordsInAudio } from '../../src/providers/websocket/testing/audio-words.ts';
import { ApiUnderTest } from './api-under-test.ts';
import { AudioPhone } from './audio-phone.ts';
import { readFirstStart, temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';

const firstCallerNumber = 14_155_550_160;
const calleeNumber = '+14155552671';

/** Returns the words in the received audio, without their times. */
export const spokenIn = (samples: Int16Array): string[] => wordsInAudio(samples).map(({ text }) => text);

export const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** The whole program as a separate process, with a new data folder and a trunk that leads to a phone. */
export class ProgramWithPhone {
  readonly phone: AudioPhone;
  readonly server: ServingProcess;
  readonly api: ApiUnderTest;
  readonly #folder: TemporaryFolder;
  #agents = 0;

  private constructor(phone: AudioPhone, server: ServingProcess, api: ApiUnderTest, folder: TemporaryFolder) {
    this.phone = phone;
    this.server = server;
    this.api = api;
    this.#folder = folder;
  }

  /** Starts HTTP and SIP on free ports. `environment` must contain `PARLEY_RTP_PORTS`. */
  static async start(environment: Readonly<Record<string, string>>): Promise<ProgramWithPhone> {
    const phone = await AudioPhone.open();
    const folder = await temporaryDataFolder();
    const server = new ServingProcess({
      PARLEY_DATA_DIR: folder.dataDir,
      PARLEY_HTTP_PORT: '0',
      PARLEY_SIP_PORT: '0',
      PARLEY_TEST_NETWORK: 'off',
      PARLEY_TRUNK_URL: phone.trunkUrl,
      ...environment,
    });
    const address = await server.ready();
    const api = new ApiUnderTest(address, await readFirstStart(folder.dataDir));
    return new ProgramWithPhone(phone, server, api, folder);
  }

  async post<Body>(path: string, body: object): Promise<Body> {
    return (await (await this.api.client.send('POST', path, { body })).json()) as Body;
  }

  /**
   * Calls the phone with a new agent, which does not detect answering machines. Without flow fields, its model leads the whole conversation. Resolves
   * with the call id when the carrier has accepted the call.
   */
  async call(agentFields: object, flowFields: object = {}): Promise<string> {
    const flow = { type: 'call', name: 'Reception', status: 'active', ...flowFields };
    const { id: flowId } = await this.post<{ id: string }>('/api/v1/flows', flow);
    const agent = await this.post<{ id: string }>('/api/v1/agents', {
      name: 'Reception',
      flowId,
      voicemail: { detection: 'off' },
      ...agentFields,
    });
    const phoneNumber = `+${firstCallerNumber + this.#agents++}`;
    await this.post('/v1/api/telephony/numbers', { phoneNumber, agentId: agent.id });
    const placed = { agentId: agent.id, toNumber: calleeNumber };
    const { callId } = await this.post<{ callId: string }>('/api/v1/calls/call', placed);
    return callId;
  }

  /** Resolves when the phone has received this word. */
  untilHeard(word: string): Promise<void> {
    return this.phone.until(() => spokenIn(this.phone.heard).includes(word));
  }

  /** Plays audio after a pause, in which the agent's last word ends. */
  async play(samples: Int16Array): Promise<void> {
    await this.phone.play(new Int16Array(500 * 8));
    await this.phone.play(samples);
  }

  async close(): Promise<void> {
    this.phone.close();
    await this.server.remove();
    await this.#folder.remove();
  }
}
