import { enqueueJob } from '../jobs/enqueue-job.ts';
import { appendCallEvent, type NewCallEvent } from '../store/calls/call-timeline.ts';
import type { Scope } from '../store/database.ts';

/** Type of the timeline entry of a message that the flow of a call sends. */
export const messageRequested = 'message_requested';

/** The kind of the jobs that create these messages. */
const createCallMessageKind = 'create-call-message';

/**
 * Stores the timeline entry of a message that the flow of a call sends, and the job that creates the message. Does nothing if the same entry exists
 * already.
 */
export async function requestMessage(
  scope: Scope,
  event: Pick<NewCallEvent, 'workspaceId' | 'callId' | 'at' | 'detail'>,
): Promise<void> {
  const { workspaceId, callId, detail } = event;
  await scope.transaction(async (tx) => {
    const sequence = await appendCallEvent(tx, { ...event, type: messageRequested, skipIfExists: true });
    if (sequence === undefined) return;
    const payload = { ...detail, callId };
    await enqueueJob(tx, { kind: createCallMessageKind, key: `${callId}:${sequence}`, workspaceId, payload });
  });
}
