import type { Task, TaskPatch } from '@parley/sdk/client';
import { api, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { text } from '../../text/index.ts';
import { useCan, useSession } from '../session/session.ts';

const words = text.tasks;

/** Takes, finishes or reopens a task. */
export function TaskActions({ task: { id: taskId, status, address, assignee } }: { readonly task: Task }) {
  const canWrite = useCan('dispositions:write');
  const { user } = useSession();
  const change = useChange((body: TaskPatch) => api.updateTask({ path: { taskId }, body }), {
    changes: ['listTasks'],
  });
  const props = { disabled: !canWrite, pending: change.isPending, title: change.message || undefined };
  if (status === 'done')
    return (
      <Button
        {...props}
        aria-label={words.reopenLabel(address)}
        onClick={() => change.mutate({ status: 'open' })}
      >
        {words.reopen}
      </Button>
    );
  return (
    <span className="relative z-1 inline-flex gap-1.5">
      {assignee === null && (
        <Button
          {...props}
          variant="ghost"
          aria-label={words.takeLabel(address)}
          onClick={() => change.mutate({ assignee: user.name === '' ? user.email : user.name })}
        >
          {words.take}
        </Button>
      )}
      <Button
        {...props}
        aria-label={words.doneLabel(address)}
        onClick={() => change.mutate({ status: 'done' })}
      >
        {words.done}
      </Button>
    </span>
  );
}
