import { reject } from '../../core/problems.ts';
import { TaskPatch } from '../../domain/task.ts';
import { lockConversation } from '../../store/conversations/conversations.ts';
import { findTask, type TaskRow, updateTask as changeTask } from '../../store/tasks.ts';
import { endpoint } from '../endpoint.ts';
import { taskParameter, TaskResponse, toTaskResponse } from './task-response.ts';

export const updateTask = endpoint({
  method: 'PATCH',
  path: '/v1/api/tasks/{taskId}',
  operationId: 'updateTask',
  tag: 'Tasks',
  summary: 'Assign, annotate, finish or reopen a task',
  description:
    'Omitted fields are unchanged. A task that is finished twice keeps who finished it first. A task that is reopened has neither `doneAt` nor `doneBy`; the audit log has both changes.',
  scope: 'dispositions:write',
  workspace: 'required',
  parameters: taskParameter,
  body: TaskPatch.meta({ id: 'TaskPatch' }),
  reply: TaskResponse,
  errorCodes: ['task_repeated'],

  async handle(request, context) {
    const { caller, path, body, requestRecord, addAuditDetails } = request;
    const { workspaceId, actor } = caller;
    const { taskId } = path;
    const { status, dueAt, assignee, note } = body;
    const change = {
      workspaceId,
      taskId,
      status,
      dueAt: typeof dueAt === 'string' ? new Date(dueAt) : dueAt,
      assignee,
      note,
      by: actor.id,
      at: new Date(context.clock.now()),
    };
    return context.database.inWorkspace(workspaceId).transaction(async (tx) => {
      const before = (await findTask(tx, change)) ?? reject('task_not_found');
      const { conversationId } = before;
      if (status === 'open' && conversationId !== null)
        await lockConversation(tx, { workspaceId, conversationId });
      const row = (await changeTask(tx, change)) ?? reject('task_repeated');
      addAuditDetails({ before: auditedFields(before), after: auditedFields(row) });
      return requestRecord.storeResponse(tx, toTaskResponse(row));
    });
  },
});

const auditedFields = ({ status, assignee, dueAt, doneBy }: TaskRow) => ({ status, assignee, dueAt, doneBy });
