import type { TaskKind } from '@parley/sdk/client';

const kinds: Record<TaskKind, string> = {
  callback: 'Call back',
  person_requested: 'Asked for a person',
  approval: 'Approve a message',
  unknown_message: 'Unknown outcome',
  inbound_message: 'Message of a stranger',
  agent_failed: 'Agent could not continue',
};

export const tasks = {
  title: 'Tasks',
  kinds,
  statuses: { open: 'Open', done: 'Done' },
  status: 'Status',
  kind: 'Kind',
  anyKind: 'Any kind',
  calendar: 'Callback calendar',
  emptyTitle: 'No tasks',
  empty: 'A task appears when a customer asks for a person, or when an agent cannot go on.',
  emptyDone: 'No task is done yet.',
  columns: {
    address: 'Customer',
    kind: 'Task',
    reason: 'Reason',
    due: 'Due',
    assignee: 'Assigned to',
    actions: 'Actions',
  },
  done: 'Done',
  reopen: 'Reopen',
  take: 'Take',
  takeLabel: (address: string) => `Take the task of ${address}`,
  doneLabel: (address: string) => `Done with the task of ${address}`,
  reopenLabel: (address: string) => `Reopen the task of ${address}`,
};
