import type { Task, TaskKind } from '@parley/sdk/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useList } from '../api.ts';
import { ButtonLink } from '../components/button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { Select } from '../components/field.tsx';
import { Page } from '../components/page.tsx';
import { PersonLink } from '../components/person-link.tsx';
import { EmptyState } from '../components/states.tsx';
import { useNow } from '../components/time.tsx';
import { TaskActions } from '../features/tasks/task-actions.tsx';
import { taskLink } from '../features/tasks/task-link.ts';
import { formatDateTime } from '../format.ts';
import { text } from '../text/index.ts';
import { optionsOf } from '../text/options.ts';

const words = text.tasks;

const columns: readonly Column<Task>[] = [
  {
    header: words.columns.kind,
    width: 'minmax(12rem, 1fr)',
    narrowWidth: 'minmax(6rem, 1fr)',
    cell: ({ kind }) => words.kinds[kind],
    secondLine: ({ address, customerName, reason, note }) => (
      <>
        <PersonLink address={address} name={customerName} /> · {note === '' ? reason : note}
      </>
    ),
  },
  {
    header: words.columns.address,
    width: 'minmax(9.5rem, 0.8fr)',
    cell: (task) => <PersonLink address={task.address} name={task.customerName} />,
    isSecondary: true,
  },
  {
    header: words.columns.reason,
    width: 'minmax(9rem, 1.5fr)',
    cell: ({ reason, note }) => (note === '' ? reason : note),
    isSecondary: true,
  },
  {
    header: words.columns.due,
    width: '12rem',
    cell: ({ dueAt, status }) => dueAt !== null && <DueTime at={dueAt} isOpen={status === 'open'} />,
    isSecondary: true,
  },
  {
    header: words.columns.assignee,
    width: 'minmax(7rem, 0.8fr)',
    cell: ({ assignee }) => assignee ?? '',
    isSecondary: true,
  },
  {
    header: words.columns.actions,
    width: '9.5rem',
    narrowWidth: '9rem',
    align: 'end',
    cell: (task) => <TaskActions task={task} />,
  },
];

function DueTime({ at, isOpen }: { readonly at: string; readonly isOpen: boolean }) {
  const isLate = useNow(30_000) > Date.parse(at) && isOpen;
  return (
    <time dateTime={at} className={isLate ? 'text-bad' : ''}>
      {formatDateTime(at)}
    </time>
  );
}

const isKind = (kind: string | undefined): kind is TaskKind =>
  kind !== undefined && Object.hasOwn(words.kinds, kind);

/** What waits for a person. */
export function TasksPage() {
  const { status = 'open', kind } = useSearch({ from: '/shell/tasks' });
  const navigate = useNavigate({ from: '/tasks' });
  const shown = status === 'done' ? 'done' : 'open';
  const query = { limit: 50, status: shown, ...(isKind(kind) && { kind }) } as const;
  const tasks = useList('listTasks', { query }, { refetchMs: 10_000 });
  const setFilters = (search: { status?: string; kind?: string }) => void navigate({ search, replace: true });
  return (
    <Page
      isFull
      title={words.title}
      actions={
        <ButtonLink to="/dispositions" search={{ view: 'calendar' }}>
          {words.calendar}
        </ButtonLink>
      }
    >
      <div className="flex h-full flex-col">
        <div className="flex flex-wrap gap-2 px-6 pb-3 max-md:px-4">
          <Select
            aria-label={words.status}
            className="w-auto!"
            value={shown}
            onValue={(value) => setFilters({ status: value, ...(isKind(kind) && { kind }) })}
            options={optionsOf(words.statuses)}
          />
          <Select
            aria-label={words.kind}
            className="w-auto!"
            value={isKind(kind) ? kind : ''}
            onValue={(value) => setFilters({ status: shown, ...(value !== '' && { kind: value }) })}
            options={[['', words.anyKind], ...optionsOf(words.kinds)]}
          />
        </div>
        <div className="min-h-0 flex-1">
          <DataTable
            label={words.title}
            query={tasks}
            columns={columns}
            keyOf={({ id }) => id}
            linkOf={taskLink}
            empty={
              <EmptyState title={words.emptyTitle}>
                {shown === 'done' ? words.emptyDone : words.empty}
              </EmptyState>
            }
          />
        </div>
      </div>
    </Page>
  );
}
