import { reject } from '../../core/problems.ts';
import { findTask } from '../../store/tasks.ts';
import { endpoint } from '../endpoint.ts';
import { taskParameter, TaskResponse, toTaskResponse } from './task-response.ts';

export const getTask = endpoint({
  method: 'GET',
  path: '/v1/api/tasks/{taskId}',
  operationId: 'getTask',
  tag: 'Tasks',
  summary: 'Get a task',
  description: 'Returns the task.',
  scope: 'dispositions:read',
  workspace: 'required',
  parameters: taskParameter,
  reply: TaskResponse,

  async handle({ caller: { workspaceId }, path: { taskId } }, { database }) {
    const row = await findTask(database.inWorkspace(workspaceId), { workspaceId, taskId });
    return toTaskResponse(row ?? reject('task_not_found'));
  },
});
