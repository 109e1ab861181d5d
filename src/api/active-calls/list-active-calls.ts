import { z } from 'zod';
import { listActiveCalls as findActiveCalls } from '../../store/active-calls.ts';
import { endpoint } from '../endpoint.ts';
import { ActiveCallResponse, toActiveCallResponse } from './active-call-response.ts';

export const listActiveCalls = endpoint({
  method: 'GET',
  path: '/v2/api/active-calls',
  operationId: 'listActiveCalls',
  tag: 'Active calls',
  summary: 'List active calls',
  description: 'Sorted newest first. A change on any node appears within one second.',
  scope: 'active-calls:read',
  workspace: 'required',
  reply: z.object({
    data: z.array(ActiveCallResponse).meta({ description: 'The active calls.' }),
    count: z.int().meta({ description: 'The number of active calls.' }),
    timestamp: z.iso.datetime().meta({ description: "The server's time." }),
  }),

  async handle({ caller: { workspaceId } }, { database, clock, node }) {
    const rows = await findActiveCalls(database.inWorkspace(workspaceId), {
      workspaceId,
      ownNodeId: node.id,
    });
    const nowMs = clock.now();
    return {
      data: rows.map((row) => toActiveCallResponse(row, nowMs)),
      count: rows.length,
      timestamp: new Date(nowMs).toISOString(),
    };
  },
});
