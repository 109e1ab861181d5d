import { newId } from '../../src/core/ids.ts';
import { FlowInput } from '../../src/domain/flow/flow.ts';
import { type FlowRow, insertFlow } from '../../src/store/flows.ts';
import type { TestResponse, RequestOptions, TestApi } from './api.ts';
import { noon } from './fixtures.ts';

export const greeting = 'Hello {{customer.name}}, your visit is at {{visit}}.';

/** Seeds an active message flow in the fixture's workspace. */
export function seedMessageFlow(api: TestApi, changes: object = {}): Promise<FlowRow> {
  const definition = FlowInput.parse({
    type: 'message',
    name: 'Reminder',
    status: 'active',
    initiationMessage: greeting,
    ...changes,
  });
  const { workspaceId } = api;
  const flow = { id: newId('flow'), workspaceId, definition, at: noon };
  return insertFlow(api.database.inWorkspace(workspaceId), flow);
}

/** Generates a message. `changes` replaces fields of the request body. */
export function generate(
  api: TestApi,
  flowId: string,
  changes: object = {},
  request: RequestOptions = {},
): Promise<TestResponse> {
  return api.send('POST', '/v1/api/conversations/message/generate', {
    workspace: api.workspaceId,
    body: {
      flowId,
      to: '+12025550101',
      metadata: { customerDetails: { name: 'Ada' } },
      autopilot: false,
      dynamic: { visit: 'ten' },
      ...changes,
    },
    ...request,
  });
}

/** Returns every event of the outbox, oldest first. */
export function eventsOf(api: TestApi): Promise<{ type: string; data: Record<string, unknown> }[]> {
  return api.database
    .inWorkspace(api.workspaceId)
    .rows({ text: 'select type, data from events where workspace_id = $1 order by position' }, [
      api.workspaceId,
    ]);
}

/** Returns the enqueued sendings: the ids of the messages, and when they are due. */
export function sendsOf(api: TestApi): Promise<{ key: string; runAt: Date }[]> {
  return api.database
    .inWorkspace(api.workspaceId)
    .rows({ text: `select key, run_at as "runAt" from jobs where kind like 'send-%' order by id` });
}
