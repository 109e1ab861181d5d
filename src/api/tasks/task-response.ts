import type { z } from 'zod';
import { Task } from '../../domain/task.ts';
import type { TaskRow } from '../../store/tasks.ts';
import type { PathParameter } from '../endpoint.ts';

export const TaskResponse = Task;

export const taskParameter = {
  taskId: { kind: 'task', notFoundCode: 'task_not_found', description: 'The task.' },
} as const satisfies Record<string, PathParameter>;

export function toTaskResponse(row: TaskRow): z.input<typeof TaskResponse> {
  const { callId, dispositionId, conversationId, messageId } = row;
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    reason: row.reason,
    dueAt: row.dueAt?.toISOString() ?? null,
    assignee: row.assignee,
    address: row.address,
    customerName: row.customerName,
    links: { callId, dispositionId, conversationId, messageId },
    note: row.note,
    doneAt: row.doneAt?.toISOString() ?? null,
    doneBy: row.doneBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
