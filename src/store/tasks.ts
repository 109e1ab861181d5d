import { newId } from '../core/ids.ts';
import type { TaskKind, TaskStatus } from '../domain/task.ts';
import { Conditions, listPage, type ListPage, type ListWindow } from './listing.ts';
import { isoTime, type Queryable, type Statement, withoutNul } from './queryable.ts';

export interface TaskRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly kind: TaskKind;
  readonly status: TaskStatus;
  /** Why a person is needed, in a sentence. */
  readonly reason: string;
  readonly dueAt: Date | null;
  readonly assignee: string | null;
  readonly note: string;
  /** The phone number or email address of the customer. */
  readonly address: string;
  /** The name in the data of the call or of the conversation. */
  readonly customerName: string | null;
  readonly callId: string | null;
  readonly dispositionId: string | null;
  readonly conversationId: string | null;
  readonly messageId: string | null;
  readonly doneAt: Date | null;
  readonly doneBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Not qualified: a search gives the table another name. */
const taskColumns = `id, workspace_id as "workspaceId", kind, status, reason, due_at as "dueAt", assignee, note, address,
  coalesce((select call.customer ->> 'name' from calls call where call.id = call_id),
    (select conversation.customer ->> 'name' from conversations conversation where conversation.id = conversation_id)) as "customerName",
  call_id as "callId", disposition_id as "dispositionId", conversation_id as "conversationId", message_id as "messageId",
  done_at as "doneAt", done_by as "doneBy", created_at as "createdAt", updated_at as "updatedAt"`;

export type NewTask = Pick<TaskRow, 'workspaceId' | 'kind' | 'reason' | 'address'> &
  Partial<Pick<TaskRow, 'dueAt' | 'callId' | 'conversationId' | 'messageId'>> & { readonly at: Date };

const openStatement: Statement = {
  name: 'open_task',
  text: `with task as (
      insert into tasks (id, workspace_id, kind, reason, due_at, address, call_id, disposition_id, conversation_id, message_id,
        created_at, updated_at)
      values ($3, $1, $4, $5, $6, $7, $2,
        (select id from dispositions where workspace_id = $1 and call_id = $2), $8, $9, $10, $10)
      on conflict do nothing returning *)
    insert into events (id, workspace_id, type, subject_id, sequence, data, created_at)
    select $11, workspace_id, 'task.created', id, 1,
      jsonb_build_object('taskId', id, 'kind', kind, 'status', status, 'reason', reason,
        'dueAt', ${isoTime('due_at')}, 'assignee', assignee, 'address', address,
        'links', jsonb_build_object('callId', call_id, 'dispositionId', disposition_id, 'conversationId', conversation_id,
          'messageId', message_id), 'sequence', 1), created_at from task`,
  writesEvents: true,
};

/**
 * Creates a task and publishes `task.created`. Does nothing if the call has a task, the message has an open one, or the conversation has an open
 * one of this kind.
 */
export async function openTask(tx: Queryable, task: NewTask): Promise<void> {
  await tx.write(openStatement, [
    task.workspaceId,
    task.callId ?? null,
    newId('task'),
    task.kind,
    withoutNul(task.reason),
    task.dueAt,
    task.address,
    task.conversationId,
    task.messageId,
    task.at,
    newId('event'),
  ]);
}

const finishStatement: Statement = {
  name: 'finish_tasks_of_conversation',
  text: `update tasks set status = 'done', done_at = $4, done_by = $3, updated_at = $4
    where workspace_id = $1 and conversation_id = $2 and message_id is null and status = 'open'
      and kind <> 'callback'`,
};

/**
 * Finishes the open tasks of a conversation that a person has handled, but not a promised call. A task of one of its messages ends with the status of
 * the message.
 */
export async function finishTasksOfConversation(
  tx: Queryable,
  task: {
    readonly workspaceId: string;
    readonly conversationId: string;
    readonly by: string;
    readonly at: Date;
  },
): Promise<void> {
  await tx.write(finishStatement, [task.workspaceId, task.conversationId, task.by, task.at]);
}

interface TaskKey {
  readonly workspaceId: string;
  readonly taskId: string;
}

const findStatement: Statement = {
  name: 'find_task',
  text: `select ${taskColumns} from tasks where workspace_id = $1 and id = $2`,
  isLookup: true,
};

export function findTask(db: Queryable, { workspaceId, taskId }: TaskKey): Promise<TaskRow | undefined> {
  return db.row<TaskRow>(findStatement, [workspaceId, taskId]);
}

export interface TaskChange extends TaskKey {
  readonly status?: TaskStatus | undefined;
  /** Null: none; undefined: unchanged. */
  readonly dueAt?: Date | null | undefined;
  readonly assignee?: string | null | undefined;
  readonly note?: string | undefined;
  /** The user or key. */
  readonly by: string;
  readonly at: Date;
}

/** A task that is done keeps the first person who finished it. $3: the status, null if unchanged; $4 and $6: whether $5 and $7 are new values. */
const updateStatement: Statement = {
  name: 'update_task',
  text: `update tasks set status = coalesce($3, status),
      due_at = case when $4 then $5 else due_at end, assignee = case when $6 then $7 else assignee end,
      note = coalesce($8, note), updated_at = $10,
      done_at = case coalesce($3, status) when 'done' then coalesce(done_at, $10) end,
      done_by = case coalesce($3, status) when 'done' then coalesce(done_by, $9) end
    where workspace_id = $1 and id = $2
      and not ($3::text is not distinct from 'open' and exists (select from tasks other
        where other.workspace_id = $1 and other.id <> $2 and other.status = 'open' and other.kind = tasks.kind
          and other.conversation_id = tasks.conversation_id and other.message_id is not distinct from tasks.message_id))
    returning ${taskColumns}`,
};

/**
 * Changes a task. Returns undefined if it does not exist, or cannot be reopened because another task of this kind is open for the message or
 * conversation. To reopen a task, lock its conversation first, so that no other one is opened meanwhile.
 */
export function updateTask(tx: Queryable, change: TaskChange): Promise<TaskRow | undefined> {
  return tx.row<TaskRow>(updateStatement, [
    change.workspaceId,
    change.taskId,
    change.status,
    change.dueAt !== undefined,
    change.dueAt,
    change.assignee !== undefined,
    change.assignee === undefined || change.assignee === null ? null : withoutNul(change.assignee),
    change.note === undefined ? null : withoutNul(change.note),
    change.by,
    change.at,
  ]);
}

export interface TaskFilters {
  readonly workspaceId: string;
  readonly kind?: TaskKind | undefined;
  readonly status?: TaskStatus | undefined;
  readonly assignee?: string | undefined;
  /** The customer. */
  readonly address?: string | undefined;
  readonly callId?: string | undefined;
  readonly conversationId?: string | undefined;
  /** Inclusive. */
  readonly dueFrom?: Date | undefined;
  /** Inclusive. */
  readonly dueTo?: Date | undefined;
}

/** Lists tasks, newest first. */
export function listTasks(db: Queryable, filters: TaskFilters & ListWindow): Promise<ListPage<TaskRow>> {
  const { status } = filters;
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('kind = ?', filters.kind)
    // Repeats the predicate of the partial indexes, without which PostgreSQL does not use them.
    .add(status === 'open' ? `status = 'open' and status = ?` : 'status = ?', status)
    .add('assignee = ?', filters.assignee)
    .add('address = ?', filters.address)
    .add('call_id = ?', filters.callId)
    .add('conversation_id = ?', filters.conversationId)
    .add('due_at >= ?', filters.dueFrom)
    .add('due_at <= ?', filters.dueTo);
  return listPage(db, { table: 'tasks', columns: taskColumns, conditions }, filters);
}
