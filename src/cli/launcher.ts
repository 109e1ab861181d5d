import type { Clock } from '../core/clock.ts';

const pollMs = 1_000;

/** The part of `process` that `onLauncherExit` uses. */
export interface LaunchedProcess {
  readonly ppid: number;
  readonly env: NodeJS.ProcessEnv;
  /** True while the IPC channel to the parent process is open. */
  readonly connected?: boolean;
  on(event: 'disconnect', handler: () => void): unknown;
  off(event: 'disconnect', handler: () => void): unknown;
}

/**
 * Calls `handler` when the launcher of this process has exited. The launcher is npm with its shell, or the older Node in which bin/parley.js
 * started this process. Without this check, a launcher that exits without forwarding a signal would leave the service running without a parent.
 * The exit of other parents, such as a shell with `nohup`, is ignored. Returns a function that stops the check.
 */
export function onLauncherExit(
  { self, clock }: { readonly self: LaunchedProcess; readonly clock: Pick<Clock, 'after'> },
  handler: () => void,
): () => void {
  if (self.connected === true) {
    self.on('disconnect', handler);
    return () => void self.off('disconnect', handler);
  }
  if (self.env['npm_lifecycle_event'] === undefined) return () => {};
  const launcher = self.ppid;
  let timer = clock.after(pollMs, function poll() {
    if (self.ppid !== launcher) handler();
    else timer = clock.after(pollMs, poll);
  });
  return () => timer.cancel();
}
