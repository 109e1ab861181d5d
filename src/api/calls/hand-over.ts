import type { Bus } from '../../contracts/bus.ts';
import type { Clock } from '../../core/clock.ts';

/** How long the API waits for the call to be handed to the carrier. */
export const handOverWaitMs = 10_000;

export type HandOver =
  | { readonly type: 'handed-over' }
  | { readonly type: 'failed'; readonly message: string }
  /** Nobody reported in time. */
  | { readonly type: 'timed-out' };

export interface HandOverWatch {
  readonly outcome: Promise<HandOver>;
  stop(): void;
}

/** Listens for the report of whoever dials, from before the job is committed, so that none is missed. */
export function watchHandOver(bus: Bus, clock: Clock, callId: string): HandOverWatch {
  const { promise, resolve } = Promise.withResolvers<HandOver>();
  const unsubscribe = bus.subscribe(`calls.${callId}`, (payload) => {
    const report = readReport(payload);
    if (report !== undefined) resolve(report);
  });
  const timer = clock.after(handOverWaitMs, () => resolve({ type: 'timed-out' }));
  return {
    outcome: promise,
    stop() {
      timer.cancel();
      unsubscribe();
    },
  };
}

/** The topic carries other news of the call too. */
function readReport(payload: unknown): HandOver | undefined {
  const { type, message } = (payload ?? {}) as { type?: unknown; message?: unknown };
  if (type === 'handed-over') return { type };
  if (type === 'failed')
    return { type, message: typeof message === 'string' ? message : 'The carrier refused it.' };
  return undefined;
}
