import { z } from 'zod';
import { readRecipient } from '../../domain/conversations/recipient.ts';
import { taskKind, taskStatus } from '../../domain/task.ts';
import { listTasks as findTasks } from '../../store/tasks.ts';
import { endpoint } from '../endpoint.ts';
import {
  listQuery,
  listResponse,
  listResponseSchema,
  listWindow,
  queryAddress,
  queryText,
} from '../paging.ts';
import { TaskResponse, toTaskResponse } from './task-response.ts';

const instant = z.iso.datetime({ offset: true });

export const listTasks = endpoint({
  method: 'GET',
  path: '/v1/api/tasks',
  operationId: 'listTasks',
  tag: 'Tasks',
  summary: 'List tasks',
  description:
    'What people have to do: promised calls, customers who asked for a person, messages to approve. Sorted newest first.',
  scope: 'dispositions:read',
  workspace: 'required',
  query: listQuery({
    kind: taskKind.optional(),
    status: taskStatus.optional(),
    assignee: queryText.optional().meta({ description: 'The person who does the task.' }),
    address: queryAddress.optional().meta({
      description: 'The customer: a phone number in E.164, or an email address in any case.',
    }),
    callId: queryText.optional().meta({ description: 'The id of the call.' }),
    conversationId: queryText.optional().meta({ description: 'The id of the conversation.' }),
    dueFrom: instant.optional().meta({ description: 'Due at this instant or later.' }),
    dueTo: instant.optional().meta({ description: 'Due at this instant or earlier.' }),
  }),
  reply: listResponseSchema('tasks', TaskResponse),

  async handle({ caller: { workspaceId }, query }, { database }) {
    const { kind, status, assignee, address, callId, conversationId, dueFrom, dueTo } = query;
    const found = await findTasks(database.inWorkspace(workspaceId), {
      workspaceId,
      kind,
      status,
      assignee,
      address: address && (readRecipient(address)?.address ?? address),
      callId,
      conversationId,
      dueFrom: dueFrom === undefined ? undefined : new Date(dueFrom),
      dueTo: dueTo === undefined ? undefined : new Date(dueTo),
      ...listWindow(query),
    });
    return listResponse('tasks', query, found, toTaskResponse);
  },
});
