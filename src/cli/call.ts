import { systemClock, type Clock } from '../core/clock.ts';
import type { AgentResource, CallResource, CallInput, ParleyClient } from '../../packages/sdk/src/client.ts';
import { localRecording, reportCall } from './call-report.ts';
import { connectOrStart, type Connected } from './connect.ts';
import { followCall } from './conversation.ts';
import { CommandFailed, type Output } from './output.ts';
import { onSignals, type SignalSource } from './signals.ts';

export interface CallOptions {
  /** Id, or words of the name; left out: the newest that can call. */
  readonly agent?: string;
  /** Who is called, for flows that greet by name. */
  readonly name?: string;
}

/** Calls a number with an agent and shows the conversation as it goes. */
export async function call(toNumber: string, options: CallOptions, output: Output): Promise<void> {
  const connected = await connectOrStart();
  try {
    const agent = await chooseAgent(connected.client, options.agent);
    const customer = options.name === undefined ? {} : { customer: { name: options.name } };
    const fields = { agentId: agent.id, toNumber, ...customer };
    await makeCall(connected, agent, fields, output);
  } finally {
    await connected.close();
  }
}

/**
 * The agent of this id, else the newest that can call.
 * @throws {CommandFailed} where there is none
 */
export async function chooseAgent(client: ParleyClient, wanted: string | undefined): Promise<AgentResource> {
  if (wanted?.startsWith('agent_')) return client.getAgent({ path: { agentId: wanted } });
  for await (const agent of agentsThatCall(client, wanted)) return agent;
  throw await noneCalls(client, wanted);
}

/** Active voice agents with a number and a flow, newest first; `words` stand in their names. */
export const agentsThatCall = (
  client: Pick<ParleyClient, 'iterate'>,
  words: string | undefined,
): AsyncGenerator<AgentResource> => readyAgents(client, 'active', words);

/** Voice agents with a number and a flow, newest first. */
async function* readyAgents(
  client: Pick<ParleyClient, 'iterate'>,
  status: AgentResource['status'],
  words: string | undefined,
): AsyncGenerator<AgentResource> {
  const search = words === undefined ? {} : { search: words };
  const query = { status, type: 'voice', ...search } as const;
  for await (const agent of client.iterate('listAgents', { query })) {
    if (agent.phoneNumber !== null && agent.flowId !== null) yield agent;
  }
}

/** Why no agent of these words can call: the newest that only is not active is named. */
export async function noneCalls(
  client: Pick<ParleyClient, 'iterate'>,
  words: string | undefined,
): Promise<CommandFailed> {
  for await (const { id, name } of readyAgents(client, 'inactive', words))
    return new CommandFailed(
      `${name} (${id}) is not active. Activate it by the API: PATCH /api/v1/agents/${id} with {"status":"active"}.`,
    );
  const which = words === undefined ? 'No agent' : `No agent named like ${words}`;
  return new CommandFailed(
    `${which} has both a number and a flow. Make one by the API: docs/agents.md tells how.`,
  );
}

interface CallSurroundings {
  readonly clock: Clock;
  readonly source: SignalSource;
}

/** The service that carries the call. */
export type CallService = Pick<Connected, 'client' | 'baseUrl'> & {
  readonly config: Pick<Connected['config'], 'dataDir'>;
};

/**
 * Places the call, follows it, reports it. An interrupt hangs up first; another ends the command at once.
 * @throws {CommandFailed} where the call broke off by no doing of who was called
 */
export async function makeCall(
  service: CallService,
  agent: Pick<AgentResource, 'name'>,
  fields: CallInput,
  output: Output,
  around: CallSurroundings = { clock: systemClock, source: process },
): Promise<CallResource> {
  const placed = await service.client.sendCall({ body: fields });
  const { callId, toNumber, fromNumber } = placed;
  output.line(`${output.paint('bold', agent.name)} calls ${toNumber} from ${fromNumber}`);
  output.line(output.paint('dim', `  ${callId}`));
  for (const warning of placed.warnings ?? []) output.line(output.paint('yellow', warning));
  const ended = await followOrHangUp(service, callId, output, around);
  const recordingPath = localRecording(service.config.dataDir, ended, around.clock.now());
  reportCall(ended, recordingPath, output);
  output.result({ ...ended, recordingPath: recordingPath ?? null });
  if (ended.fault === 'provider' || ended.fault === 'platform') {
    throw new CommandFailed(`The call broke off: ${ended.endDetail ?? ended.endReason}`, { callId });
  }
  return ended;
}

/**
 * Follows the call to its end. The first signal hangs up, the next leaves at once.
 * @throws {CommandFailed} where it was left, or the service was lost sight of; tells where to look later
 */
async function followOrHangUp(
  { client, baseUrl }: CallService,
  callId: string,
  output: Output,
  around: CallSurroundings,
): Promise<CallResource> {
  const leaving = new AbortController();
  const stop = onSignals(around, (count) => {
    if (count > 1) return leaving.abort(new Error('Left while the call was being hung up.'));
    output.line(output.paint('dim', '  hanging up; again to leave at once'));
    client.endCall({ path: { callId } }).catch(() => {
      // It ended by itself in between; the next look shows it.
    });
  });
  try {
    return await followCall(() => client.getCall({ path: { callId } }), around.clock, output, leaving.signal);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const look = `curl -s -H "x-api-key: $KEY" ${baseUrl}/api/v1/calls/${callId}`;
    const message = `${why}\nWhat became of the call is on record, once the service runs:\n  ${look}`;
    throw new CommandFailed(message, { callId, cause });
  } finally {
    stop();
  }
}
