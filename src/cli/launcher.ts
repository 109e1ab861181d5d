import type { Clock } from '../core/clock.ts';

const pollMs = 1_000;

/** What is needed of `process`, or of its stand-in in a test. */
export interface LaunchedProcess {
  readonly ppid: number;
  readonly env: NodeJS.ProcessEnv;
  /** True while the process that started this one keeps an IPC channel to it open. */
  readonly connected?: boolean;
  on(event: 'disconnect', run: () => void): unknown;
  off(event: 'disconnect', run: () => void): unknown;
}

/**
 * Calls `run` when the launcher of this process has ended: npm and its shell, or the older Node under which bin/parley.js started this
 * one. A launcher that ends without passing a signal on would leave the service behind without an owner. Other parents, such as a shell with
 * `nohup`, may end. Returns the function that stops it.
 */
export function onLauncherExit(
  { self, clock }: { readonly self: LaunchedProcess; readonly clock: Pick<Clock, 'after'> },
  run: () => void,
): () => void {
  if (self.connected === true) {
    self.on('disconnect', run);
    return () => void self.off('disconnect', run);
  }
  if (self.env['npm_lifecycle_event'] === undefined) return () => {};
  const launcher = self.ppid;
  let timer = clock.after(pollMs, function look() {
    if (self.ppid !== launcher) run();
    else timer = clock.after(pollMs, look);
  });
  return () => timer.cancel();
}
