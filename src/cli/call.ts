import { systemClock, type Clock } from '../core/clock.ts';
import type { AgentResource, CallResource, CallInput } from '../../packages/sdk/src/client.ts';
import { callOverrides, type ProviderOptions } from './call-overrides.ts';
import { localRecording, reportCall } from './call-report.ts';
import { selectAgent } from './select-agent.ts';
import { connectOrStart, type ServiceConnection } from './connect.ts';
import { followCall } from './conversation.ts';
import { CommandError, type Output } from './output.ts';
import { onSignals, type SignalSource } from './signals.ts';

export interface CallOptions extends ProviderOptions {
  /** Id, or words of the name; defaults to the only agent that can call. */
  readonly agent?: string;
  /** Name of the callee, for flows. */
  readonly name?: string;
}

/** Calls a number with an agent and shows the conversation. */
export async function call(toNumber: string, options: CallOptions, output: Output): Promise<void> {
  const overrides = callOverrides(options);
  const connection = await connectOrStart();
  try {
    const agent = await selectAgent(connection.client, options.agent);
    const customer = options.name === undefined ? {} : { customer: { name: options.name } };
    const fields = { agentId: agent.id, toNumber, ...customer, ...overrides };
    await makeCall(connection, agent, fields, output);
  } finally {
    await connection.close();
  }
}

interface CallDependencies {
  readonly clock: Clock;
  readonly source: SignalSource;
}

/** The service that places the call. */
export type CallService = Pick<ServiceConnection, 'client' | 'baseUrl'> & {
  readonly config: Pick<ServiceConnection['config'], 'dataDir' | 'encryptRecordings'>;
};

/**
 * Places a call, follows it and reports the result. The first interrupt hangs up; the second ends the command at once.
 * @throws {CommandError} if the call failed because of a provider or the platform
 */
export async function makeCall(
  service: CallService,
  agent: Pick<AgentResource, 'name'>,
  fields: CallInput,
  output: Output,
  dependencies: CallDependencies = { clock: systemClock, source: process },
): Promise<CallResource> {
  const placed = await service.client.sendCall({ body: fields });
  const { callId, toNumber, fromNumber } = placed;
  output.line(`${output.paint('bold', agent.name)} calls ${toNumber} from ${fromNumber}`);
  output.line(output.paint('dim', `  ${callId}`));
  for (const warning of placed.warnings ?? []) output.line(output.paint('yellow', warning));
  const ended = await followUntilEnd(service, callId, output, dependencies);
  const { dataDir, encryptRecordings } = service.config;
  const isPlayable = encryptRecordings === 'no';
  const recordingPath = isPlayable ? localRecording(dataDir, ended, dependencies.clock.now()) : undefined;
  reportCall(ended, recordingPath, output);
  output.result({ ...ended, recordingPath: recordingPath ?? null });
  if (ended.fault === 'provider' || ended.fault === 'platform') {
    throw new CommandError(`The call failed: ${ended.endDetail ?? ended.endReason}`, { callId });
  }
  return ended;
}

/**
 * Follows the call to its end. The first signal hangs up, the second returns at once.
 * @throws {CommandError} if the command was interrupted or the connection was lost, with a command that reads the call later
 */
async function followUntilEnd(
  { client, baseUrl }: CallService,
  callId: string,
  output: Output,
  dependencies: CallDependencies,
): Promise<CallResource> {
  const interruption = new AbortController();
  const unsubscribe = onSignals(dependencies, (count) => {
    if (count > 1) return interruption.abort(new Error('Interrupted while the call was hung up.'));
    output.line(output.paint('dim', '  hanging up; press Ctrl-C again to exit at once'));
    client.endCall({ path: { callId } }).catch(() => {
      // The call may have ended meanwhile; the next poll shows it.
    });
  });
  try {
    return await followCall(
      () => client.getCall({ path: { callId } }),
      dependencies.clock,
      output,
      interruption.signal,
    );
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const request = `curl -s -H "x-api-key: $KEY" ${baseUrl}/api/v1/calls/${callId}`;
    const message = `${reason}\nRead the result of the call when the service runs:\n  ${request}`;
    throw new CommandError(message, { callId, cause });
  } finally {
    unsubscribe();
  }
}
