import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../core/manual-clock.ts';
import {
  ParleyClient,
  ParleyError,
  type AgentResource,
  type CallResource,
} from '../../packages/sdk/src/client.ts';
import { makeCall } from './call.ts';
import { selectAgent } from './select-agent.ts';
import { formatError } from './format-error.ts';
import { explainOptOut } from './demo.ts';
import { createOutput } from './output.ts';

const agent = {
  id: 'agent_1',
  name: 'Ada',
  phoneNumber: '+12025550199',
  flowId: 'flow_1',
} as unknown as AgentResource;
const activeCall = {
  callId: 'call_1',
  status: 'in_progress',
  transcript: [],
  latency: [],
  timeline: [],
} as unknown as CallResource;
const endedCall: CallResource = {
  ...activeCall,
  status: 'ended',
  endReason: 'agent_hangup',
  endDetail: null,
  fault: 'none',
  durationSeconds: 2,
  disposition: 'answered',
  recording: null,
  costs: [],
  totalCost: null,
};

const unreachable = new ParleyError('http://service does not respond.', { status: 0, code: 'unreachable' });
const errorResponse = (code: string) => ({ status: 403, code });
const placed = {
  status: 'success',
  callId: 'call_1',
  fromNumber: '+12025550199',
  toNumber: '+12025550100',
};

/** Returns a client of a fake service, and the state of this service: one call that is active until the first `endCall` and then equals `finalCall`. */
function service(finalCall: CallResource, agents: readonly Partial<AgentResource>[] = []) {
  const state = { call: activeCall, endRequests: 0 };
  const respond = (method: string, path: string): unknown => {
    if (path === '/api/v1/agents') return { data: { agents, nextCursor: null } };
    if (method === 'GET') return state.call;
    if (path === '/api/v1/calls/call') return placed;
    state.endRequests += 1;
    state.call = finalCall;
    return finalCall;
  };
  const fetch = async ({ method, url }: Request) => Response.json(respond(method, new URL(url).pathname));
  return { state, client: new ParleyClient({ baseUrl: 'http://service', apiKey: 'k', fetch }) };
}

function place(client: ParleyClient, json = false) {
  const written: string[] = [];
  const output = createOutput(json, { write: (text) => written.push(text) });
  const clock = new ManualClock();
  const source = new EventEmitter();
  const fields = { agentId: agent.id, toNumber: '+12025550100' };
  const service = {
    client,
    baseUrl: 'http://service',
    config: { dataDir: '/nowhere', encryptRecordings: 'no' as const },
  };
  const command = makeCall(service, agent, fields, output, { clock, source });
  return { command, clock, source, text: () => written.join('') };
}

/** Returns the error message of a command. Must be called before the command fails, otherwise the rejection is unhandled. */
const messageOf = (command: Promise<unknown>) =>
  command.then(
    () => 'no error',
    (error: Error) => error.message,
  );

/** The shell command with which the user can read the call later. */
const readCommand = 'curl -s -H "x-api-key: $KEY" http://service/api/v1/calls/call_1';

describe('makeCall', () => {
  it('hangs up and reports the call at the first signal', async () => {
    const { client, state } = service(endedCall);
    const { command, clock, source, text } = place(client);
    await expect.poll(() => clock.pendingTimers).toBe(1);
    source.emit('SIGINT');
    await expect.poll(() => state.endRequests).toBe(1);
    await clock.advance(200);
    expect((await command).status).toBe('ended');
    expect(text()).toMatch(
      /^Ada calls \+12025550100 from \+12025550199\n {2}call_1\n.*hanging up.*agent_hangup/s,
    );
    expect(source.listenerCount('SIGINT')).toBe(0);
  });

  it('fails at the second signal if the call is still active', async () => {
    const { client } = service(activeCall);
    const { command, clock, source } = place(client);
    const message = messageOf(command);
    await expect.poll(() => clock.pendingTimers).toBe(1);
    source.emit('SIGINT');
    await clock.advance(600);
    await expect.poll(() => clock.pendingTimers).toBe(1);
    source.emit('SIGINT');
    expect(await message).toMatch(/^Interrupted while the call was hung up\.\n/);
    expect(clock.pendingTimers).toBe(0);
  });

  it('writes the JSON result and fails after a platform or provider fault', async () => {
    const { client, state } = service({
      ...endedCall,
      fault: 'provider',
      endDetail: 'No sound came for 20 s.',
    });
    const { command, clock, text } = place(client, true);
    const message = messageOf(command);
    await expect.poll(() => clock.pendingTimers).toBe(1);
    await client.endCall({ path: { callId: 'call_1' } });
    expect(state.endRequests).toBe(1);
    await clock.advance(200);
    expect(await message).toBe('The call failed: No sound came for 20 s.');
    expect(JSON.parse(text())).toMatchObject({ callId: 'call_1', fault: 'provider', recordingPath: null });
  });
});

describe('makeCall without a result', () => {
  it('shows how to read the result later if the service stops', async () => {
    const { client } = service(endedCall);
    const getCall = vi.spyOn(client, 'getCall');
    const { command, clock } = place(client);
    const failed = command.catch((error: unknown) => error);
    await expect.poll(() => clock.pendingTimers).toBe(1);
    getCall.mockRejectedValueOnce(unreachable);
    await clock.advance(200);
    const error = (await failed) as Error;
    expect(error.message).toMatch(/^http:\/\/service does not respond\.\n/);
    expect(error.message).toContain(readCommand);
    expect(JSON.parse(formatError(error, true)).error).toMatchObject({
      code: 'unreachable',
      callId: 'call_1',
    });
  });

  it('reports a call that did not reach the callee without the code for an unknown error', () => {
    const response = { ...errorResponse('UNKNOWN_ERROR'), requestId: 'req_1' };
    const error = new ParleyError('The number does not exist (404 Not Found).', response);
    expect(formatError(error, false)).toBe('The number does not exist (404 Not Found).');
    expect(JSON.parse(formatError(error, true)).error.code).toBe('UNKNOWN_ERROR');
  });

  it('shows nothing if the service rejects the call', async () => {
    const { client } = service(endedCall);
    vi.spyOn(client, 'sendCall').mockRejectedValue(
      new ParleyError('No number.', errorResponse('invalid_number')),
    );
    const { command, text } = place(client);
    expect(await messageOf(command)).toBe('No number.');
    expect(text()).toBe('');
  });
});

describe('explainOptOut', () => {
  const optedOut = new ParleyError('The number is on the do-not-call list.', errorResponse('opted_out'));

  it('explains how to repeat the call with a new data folder', () => {
    const error = explainOptOut(optedOut, '07') as Error;
    expect(error.message).toContain('opted out in an earlier call');
    expect(error.message).toMatch(/PARLEY_DATA_DIR=\$\(mktemp -d\) .*npx parley-server demo --persona 07$/);
    expect(JSON.parse(formatError(error, true)).error.code).toBe('opted_out');
  });

  it('returns other errors unchanged', () => {
    expect(explainOptOut(unreachable, '07')).toBe(unreachable);
  });
});

describe('selectAgent', () => {
  it('returns an agent with a number and a flow', async () => {
    const { client } = service(endedCall, [{ ...agent, id: 'agent_0', flowId: null }, agent]);
    expect(await selectAgent(client, undefined)).toMatchObject({ id: 'agent_1' });
  });

  it('repeats the requested name in the error if no agent matches', async () => {
    const { client } = service(endedCall, []);
    await expect(selectAgent(client, 'Eve')).rejects.toThrow('No agent named like Eve has both');
  });
});
