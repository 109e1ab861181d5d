import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { ApiUnderTest } from '../../test/program/api-under-test.ts';
import type { PacketLateness, TelephoneCall } from './telephones.ts';

const ownNumber = '+14155552670';

/** Runs telephones behind a trunk in a separate process. */
export class TelephonesProcess {
  readonly #child: ChildProcess;
  readonly #port: number;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.#port = port;
  }

  /** Each telephone hangs up after `talkMs`. It sends noise for the first `noiseMs` of each call, then silence. */
  static async start(talkMs: number, noiseMs = 0): Promise<TelephonesProcess> {
    const child = fork(path.join(import.meta.dirname, 'telephones.ts'), [String(talkMs), String(noiseMs)]);
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    return new TelephonesProcess(child, port);
  }

  /** URL of the trunk to the telephones. */
  get trunkUrl(): string {
    return `sip:127.0.0.1:${this.#port};transport=udp`;
  }

  async report(): Promise<readonly TelephoneCall[]> {
    this.#child.send('report');
    const [reportedCalls] = (await once(this.#child, 'message')) as [TelephoneCall[]];
    return reportedCalls;
  }

  /** Returns the lateness of packets since the last call of this method. */
  async lateness(): Promise<PacketLateness> {
    this.#child.send('lateness');
    const [lateness] = (await once(this.#child, 'message')) as [PacketLateness];
    return lateness;
  }

  close(): void {
    this.#child.kill();
  }
}

export interface CallBatchOptions {
  readonly calls: number;
  readonly callsPerSecond: number;
  readonly atOnce: number;
}

/** Returns settings of the program: RTP ports for some hundred calls, and no limits except those of the batch. */
export const callSettings = (dataDir: string, telephones: TelephonesProcess) => ({
  PARLEY_DATA_DIR: dataDir,
  PARLEY_HTTP_PORT: '0',
  PARLEY_SIP_PORT: '0',
  PARLEY_RTP_PORTS: '42000-42999',
  PARLEY_DEFAULT_PLAN: 'unlimited',
  PARLEY_TRUNK_URL: telephones.trunkUrl,
});

/** Returns the number of one of the telephones. */
export const numberOf = (index: number): string =>
  `+1415${600 + Math.floor(index / 10_000)}${String(index % 10_000).padStart(4, '0')}`;

/** Starts a batch to `calls` different numbers without calling hours, and returns its id. */
export async function startCallBatch(
  api: ApiUnderTest,
  workspaceId: string,
  { calls, callsPerSecond, atOnce }: CallBatchOptions,
): Promise<string> {
  await api.assignNumber(ownNumber);
  const send = async <Body>(method: string, url: string, body: object): Promise<Body> => {
    const headers = { 'x-workspace-id': workspaceId };
    return (await (await api.client.send(method, url, { headers, body })).json()) as Body;
  };
  await send('PATCH', `/v1/api/workspaces/${workspaceId}`, { callingHours: 'off' });
  const { data } = await api.client.listAgents();
  const rows = Array.from({ length: calls }, (_, index) => `${numberOf(index)},Ada,Tuesday at 10 AM`);
  const { batchId } = await send<{ batchId: string }>('POST', '/v1/api/batch-calls', {
    agentId: data.agents[0]!.id,
    csv: ['phone_number,name,appointment', ...rows, ''].join('\n'),
    fromNumbers: [ownNumber],
    callsPerSecond,
    maxConcurrency: atOnce,
  });
  return batchId;
}
