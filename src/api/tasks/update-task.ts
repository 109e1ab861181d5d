import { reject } from '../../core/problems.ts';
import { TaskPatch } from '../../domain/task.ts';
import { updateTask as changeTask } from '../../store/tasks.ts';
import { endpoint } from '../endpoint.ts';
import { taskParameter, TaskResponse, toTaskResponse } from './task-response.ts';

export const updateTask = endpoint({
  method: 'PATCH',
  path: '/v1/api/tasks/{taskId}',
  operationId: 'updateTask',
  tag: 'Tasks',
  summary: 'Assign, annotate or finish a task',
  description: 'Omitted fields are unchanged. A task that is done stays done.',
  scope: 'dispositions:write',
  workspace: 'required',
  parameters: taskParameter,
  body: TaskPatch.meta({ id: 'TaskPatch' }),
  reply: TaskResponse,

  async handle({ caller: { workspaceId, actor }, path: { taskId }, body, requestRecord }, context) {
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
      const row = (await changeTask(tx, change)) ?? reject('task_not_found');
      return requestRecord.storeResponse(tx, toTaskResponse(row));
    });
  },
});
