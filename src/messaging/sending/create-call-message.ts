import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { Customer } from '../../domain/call.ts';
import type { CustomerDetails } from '../../domain/conversations/conversation.ts';
import type { VariableValue } from '../../domain/flow/protocol.ts';
import type { JobHandler } from '../../jobs/job.ts';
import { appendCallEvent } from '../../store/calls/call-timeline.ts';
import { findCall } from '../../store/calls/calls.ts';
import type { Database } from '../../store/database.ts';
import { createFlowMessage, withKnownVariables, type FlowMessageContext } from './flow-message.ts';

/** The kind of the jobs that create the messages which flows of calls send. */
export const callMessageKind = 'create-call-message';

const customerDetails = (customer: Customer): CustomerDetails =>
  Object.fromEntries(
    Object.entries(customer).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** Payload of the job: what a `send_message` node requests. */
interface CallMessageJob {
  readonly callId: string;
  readonly nodeId: string;
  readonly flowId: string;
  readonly to: string;
  readonly variables?: Readonly<Record<string, VariableValue>>;
}

export interface CallMessageContext extends FlowMessageContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Creates the handler of the jobs that create the messages of calls. If a job creates no message, the timeline of the call states the reason. */
export function callMessageHandler(context: CallMessageContext): JobHandler<CallMessageJob> {
  const { database, clock, logger } = context;
  return {
    async run({ workspaceId, payload }, job) {
      const { callId, nodeId, flowId, to, variables = {} } = payload;
      const key = { workspaceId: workspaceId!, callId };
      await database.inWorkspace(key.workspaceId).transaction(async (tx) => {
        await job.complete(tx);
        const call = await findCall(tx, key);
        if (call === undefined) return;
        const at = new Date(clock.now());
        const failure = await createFlowMessage(
          tx,
          {
            workspaceId: key.workspaceId,
            flowId,
            to,
            customer: customerDetails(call.customer),
            dynamic: withKnownVariables(call.dynamic, variables),
            metadata: { callId, nodeId },
            actorId: call.createdBy ?? 'system',
            testOnly: call.testOnly,
            at,
          },
          context,
        );
        if (failure === undefined) return;
        logger.warn({ call: callId, node: nodeId, failure }, 'The flow of a call sent no message.');
        await appendCallEvent(tx, { ...key, type: 'flow_warning', at, detail: { nodeId, text: failure } });
      });
    },
    onWorkerLost: 'retry',
  };
}
