import { setImmediate as nextTurn } from 'node:timers/promises';

/** The modules that a node with all roles needs after the database has started. Imports load all modules of a graph without a pause. */
const loaders: readonly (() => Promise<unknown>)[] = [
  () => import('../api/app.ts'),
  () => import('../calls/incoming-calls.ts'),
  () => import('../calls/lost-calls.ts'),
  () => import('../dialer/batches/batch-call-placer.ts'),
  () => import('../dialer/batches/batch-dialer.ts'),
  () => import('../dialer/batches/handed-over-calls.ts'),
  () => import('../dialer/place-call.ts'),
  () => import('../messaging/open-messaging.ts'),
  () => import('../messaging/replying/reply-to-conversation.ts'),
];

/** Loads the modules while the start waits for the database. The part that needs a module reports its error. */
export async function preloadModules(): Promise<void> {
  for (const load of loaders) {
    await load().catch(() => undefined);
    await nextTurn();
  }
}
