import { setTimeout as sleep } from 'node:timers/promises';
import { ParleyClient, type AgentResource, type CallResource } from '../../packages/sdk/src/client.ts';
import { demoCallDetails, type FirstStart } from '../../src/main.ts';

/** The time zone of all callees. */
export const zone = 'America/New_York';

const pollEveryMs = 100;

export interface DispositionResource {
  readonly disposition: string;
  readonly status: string;
  readonly callId: string | null;
  readonly scheduledAt: string | null;
}

type Query = Readonly<Record<string, string>>;

/** An HTTP client of a running program, for tests. */
export class ApiUnderTest {
  readonly client: ParleyClient;
  readonly #baseUrl: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(baseUrl: string, { apiKey, workspaceId }: Pick<FirstStart, 'apiKey' | 'workspaceId'>) {
    this.client = new ParleyClient({ baseUrl, apiKey, workspaceId });
    this.#baseUrl = baseUrl;
    this.#headers = { 'x-api-key': apiKey, 'x-workspace-id': workspaceId };
  }

  /** Calls with the demo agent. Resolves with the call id when the carrier has accepted the call. `more` adds fields. */
  async call(toNumber: string, more: object = {}): Promise<string> {
    const agent = await this.#newestAgent();
    const { customer, ...details } = demoCallDetails(Date.now(), zone);
    const whom = { toNumber, customer: { ...customer, timezone: zone } };
    const { callId } = await this.client.sendCall({
      body: { agentId: agent.id, ...whom, ...details, ...more },
    });
    return callId;
  }

  /** Resolves with the call when it matches; the timeout of the test ends the wait. */
  async until(callId: string, isAsWanted: (call: CallResource) => boolean): Promise<CallResource> {
    for (;;) {
      const call = await this.client.getCall({ path: { callId } });
      if (isAsWanted(call)) return call;
      await sleep(pollEveryMs);
    }
  }

  untilEnded(callId: string): Promise<CallResource> {
    return this.until(callId, (call) => call.status === 'ended');
  }

  /** Resolves with the newest inbound call when it has ended; the timeout of the test ends the wait. */
  async newestInboundCall(): Promise<CallResource> {
    for (;;) {
      const [newest] = await this.calls({ direction: 'inbound' });
      if (newest !== undefined) return this.untilEnded(newest.callId);
      await sleep(pollEveryMs);
    }
  }

  /** Returns the WAV file of a call. */
  async recording(callId: string): Promise<Uint8Array> {
    return (await this.client.getRecording({ path: { callId } })).bytes();
  }

  /** Returns the status of a GET request, such as the link of an event. */
  async statusOf(path: string): Promise<number> {
    const response = await this.#fetch(path, {});
    await response.arrayBuffer();
    return response.status;
  }

  /** Returns the number of concurrency slots in use. */
  async slotsInUse(): Promise<number> {
    const { headers } = await this.#fetch('/api/v1/calls', {});
    return Number(headers.get('x-concurrency-current'));
  }

  /** Returns the number of active calls. */
  async activeCalls(): Promise<number> {
    return (await this.#list<readonly unknown[]>('/v2/api/active-calls', {})).length;
  }

  /** Newest first. */
  async calls(query: Query): Promise<readonly CallResource[]> {
    return (await this.#list<{ calls: readonly CallResource[] }>('/api/v1/calls', query)).calls;
  }

  /** With times in the zone of the callee. */
  async dispositions(query: Query): Promise<readonly DispositionResource[]> {
    const path = '/v1/api/call-dispositions';
    const inZone = { ...query, timezone: zone };
    return (await this.#list<{ dispositions: readonly DispositionResource[] }>(path, inZone)).dispositions;
  }

  /** Assigns a number to the demo agent. */
  async assignNumber(phoneNumber: string): Promise<void> {
    const agent = await this.#newestAgent();
    await this.create('/v1/api/telephony/numbers', { phoneNumber, agentId: agent.id });
  }

  /** Creates a resource, also with fields that the SDK does not accept. */
  async create<Resource>(path: string, body: object): Promise<Resource> {
    const response = await fetch(new URL(path, this.#baseUrl), {
      method: 'POST',
      headers: { ...this.#headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status !== 200)
      throw new Error(`POST ${path} returned status ${response.status}: ${await response.text()}`);
    return (await response.json()) as Resource;
  }

  /** Returns the demo agent of a new data folder. */
  async #newestAgent(): Promise<AgentResource> {
    const { data } = await this.client.listAgents();
    return data.agents[0]!;
  }

  async #list<Data>(path: string, query: Query): Promise<Data> {
    const response = await this.#fetch(path, query);
    return ((await response.json()) as { data: Data }).data;
  }

  #fetch(path: string, query: Query): Promise<Response> {
    const url = new URL(path, this.#baseUrl);
    url.search = new URLSearchParams(query).toString();
    return fetch(url, { headers: this.#headers });
  }
}
