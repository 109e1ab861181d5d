import { setTimeout as sleep } from 'node:timers/promises';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import { generatedFlow } from '../support/generated-flows.ts';
import type { ProgramUnderTest } from './program-under-test.ts';

/** Numbers of persona 07 of the test network, who opts out. */
const areaCodes = (
  '201 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 224 225 228 229 231 234 239 240 248 251 252 253 254 256 ' +
  '260 262 267 269 270 272 276 281 301 303 304 305 307 308 309 310 312 313 314 315 316 317 318 319 320 321 323 325 330 331'
).split(' ');

export const numberOfPersona07 = (index: number): string => `+1${areaCodes[index]}5550107`;

/** The results of a call to a person who opts out, and of a second call. */
export interface OptOutResult {
  readonly flow: string;
  readonly call: CallResource;
  readonly secondStatus: number;
  readonly secondCode: string | undefined;
}

/** Calls persona 07 at different numbers, each with a new agent. */
export class OptOutCalls {
  readonly #program: ProgramUnderTest;
  #calls = 0;

  constructor(program: ProgramUnderTest) {
    this.#program = program;
  }

  /** Calls with a generated flow. Agents with an even seed detect answering machines. */
  callWithFlow(seed: number): Promise<OptOutResult> {
    const { name, nodes, edges, startNodeId, status } = generatedFlow(seed);
    const detection = seed % 2 === 0 ? 'model' : 'off';
    const flow = { type: 'call', name, status, startNodeId, nodes, edges };
    return this.#call(name, flow, { voicemail: { detection, action: 'hangup' } });
  }

  callWithModel(name: string, firstMessage: string): Promise<OptOutResult> {
    return this.#call(
      name,
      { type: 'call', name, status: 'active' },
      { model: `openai/${name}`, personality: 'You sell windows.', firstMessage },
    );
  }

  async #call(name: string, flow: object, settings: object): Promise<OptOutResult> {
    const index = this.#calls++;
    const toNumber = numberOfPersona07(index);
    const phoneNumber = `+1415555${String(120 + index).padStart(4, '0')}`;
    const { id: flowId } = await this.#post<{ id: string }>('/api/v1/flows', flow);
    await this.#post('/v1/api/telephony/numbers', { phoneNumber });
    const agent = await this.#post<{ id: string }>('/api/v1/agents', {
      name: 'Ada',
      flowId,
      phoneNumber,
      ...settings,
    });
    const { callId } = await this.#post<{ callId: string }>('/api/v1/calls/call', {
      agentId: agent.id,
      toNumber,
    });
    const call = await this.#program.api.untilEnded(callId);
    const second = await this.#send('/api/v1/calls/call', { agentId: agent.id, toNumber });
    const { code } = (await second.json()) as { code?: string };
    return { flow: name, call, secondStatus: second.status, secondCode: code };
  }

  async #post<Body>(path: string, body: object): Promise<Body> {
    const response = await this.#send(path, body);
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as Body;
  }

  /** Retries under overload: 429, or a call that the carrier did not accept in time. */
  async #send(path: string, body: object): Promise<Response> {
    for (;;) {
      const response = await this.#sendOnce(path, body);
      if (response.status !== 429 && response.status !== 500) return response;
      await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000);
    }
  }

  #sendOnce(path: string, body: object): Promise<Response> {
    const { httpAddress, firstStart } = this.#program.parley;
    return fetch(httpAddress + path, {
      method: 'POST',
      headers: { 'x-api-key': firstStart!.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }
}

/** Returns the details of a result in which the second call was not rejected; otherwise undefined. */
export function violationOf({ flow, call, secondStatus, secondCode }: OptOutResult): object | undefined {
  const isRejected = secondStatus === 403 && secondCode === 'opted_out' && call.disposition === 'do_not_call';
  const transcript = call.transcript.map(({ role, content }) => `${role}: ${content}`);
  return isRejected
    ? undefined
    : { flow, secondStatus, secondCode, disposition: call.disposition, transcript };
}
