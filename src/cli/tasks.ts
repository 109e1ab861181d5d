import type { Command } from 'commander';
import type { Task } from '../../packages/sdk/src/client.ts';
import type { Output } from './output.ts';
import { runningService, tasksPath, type Connect } from './resources.ts';

/** Adds `assign`, `done` and `reopen` to `parley tasks`. */
export function addTaskCommands(
  tasks: Command,
  output: () => Output,
  connect: Connect = runningService,
): void {
  const change = async (id: string, body: object, describe: (task: Task) => string): Promise<void> => {
    const service = await connect();
    const response = await service.send('PATCH', `${tasksPath}/${encodeURIComponent(id)}`, { body });
    const task = (await response.json()) as Task;
    const { line, result } = output();
    line(describe(task));
    result(task);
  };
  tasks
    .command('assign <id> [assignee]')
    .description('assign a task to a user or a name; without it, to nobody')
    .action((id: string, assignee: string | undefined) =>
      change(id, { assignee: assignee ?? null }, (task) =>
        task.assignee === null ? `${id} is assigned to nobody` : `${id} is assigned to ${task.assignee}`,
      ),
    );
  tasks
    .command('done <id>')
    .description('finish a task')
    .option('--note <note>', 'replaces the note of the task')
    .action((id: string, { note }: { note?: string }) =>
      change(id, { status: 'done', ...(note !== undefined && { note }) }, () => `${id} is done`),
    );
  tasks
    .command('reopen <id>')
    .description('reopen a task that is done')
    .action((id: string) => change(id, { status: 'open' }, () => `${id} is open again`));
}
