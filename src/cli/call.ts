import { systemClock, type Clock } from '../core/clock.ts';
import type { AgentResource, CallResource, CallInput } from '../../packages/sdk/src/client.ts';
import { localRecording, reportCall } from './call-report.ts';
import { selectAgent } from './select-agent.ts';
import { connectOrStart, type ServiceConnection } from './connect.ts';
import { followCall } from './conversation.ts';
import { CommandError, type Output } from './output.ts';
import { onSignals, type SignalSource } from './signals.ts';

export interface CallOptions {
  /** Id, or words of the name; defaults to the only one that can call. */
  readonly agent?: string;
  /** Who is called, for flows that greet by name. */
  readonly name?: string;
}

/** Calls a number with an agent and shows the conversation as it goes. */
export async function call(toNumber: string, options: CallOptions, output: Output): Promise<void> {
  const connected = await connectOrStart();
  try {
    const agent = await selectAgent(connected.client, options.agent);
    const customer = options.name === undefined ? {} : { customer: { name: options.name } };
    const fields = { agentId: agent.id, toNumber, ...customer };
    await makeCall(connected, agent, fields, output);
  } finally {
    await connected.close();
  }
}

interface CallDependencies {
  readonly clock: Clock;
  readonly source: SignalSource;
}

/** The service that carries the call. */
export type CallService = Pick<ServiceConnection, 'client' | 'baseUrl'> & {
  readonly config: Pick<ServiceConnection['config'], 'dataDir'>;
};

/**
 * Places the call, follows it, reports it. An interrupt hangs up first; another ends the command at once.
 * @throws {CommandError} where the call broke off by no doing of who was called
 */
export async function makeCall(
  service: CallService,
  agent: Pick<AgentResource, 'name'>,
  fields: CallInput,
  output: Output,
  around: CallDependencies = { clock: systemClock, source: process },
): Promise<CallResource> {
  const placed = await service.client.sendCall({ body: fields });
  const { callId, toNumber, fromNumber } = placed;
  output.line(`${output.paint('bold', agent.name)} calls ${toNumber} from ${fromNumber}`);
  output.line(output.paint('dim', `  ${callId}`));
  for (const warning of placed.warnings ?? []) output.line(output.paint('yellow', warning));
  const ended = await followUntilEnd(service, callId, output, around);
  const recordingPath = localRecording(service.config.dataDir, ended, around.clock.now());
  reportCall(ended, recordingPath, output);
  output.result({ ...ended, recordingPath: recordingPath ?? null });
  if (ended.fault === 'provider' || ended.fault === 'platform') {
    throw new CommandError(`The call broke off: ${ended.endDetail ?? ended.endReason}`, { callId });
  }
  return ended;
}

/**
 * Follows the call to its end. The first signal hangs up, the next leaves at once.
 * @throws {CommandError} where it was left, or the service was lost sight of; tells where to look later
 */
async function followUntilEnd(
  { client, baseUrl }: CallService,
  callId: string,
  output: Output,
  around: CallDependencies,
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
    throw new CommandError(message, { callId, cause });
  } finally {
    stop();
  }
}
