import type { Clock } from '../core/clock.ts';

/** Where signals come from: the process, or a test. */
export type SignalSource = Pick<NodeJS.EventEmitter, 'on' | 'off'>;

const stopSignals = ['SIGINT', 'SIGTERM'] as const;
/** One press on the keyboard reaches every process of the terminal, and those in front of this one pass it on. */
const duplicateWindowMs = 500;

/** Calls `heed` with 1 at the first signal, 2 at the second and so on. Returns the function that stops it. */
export function onSignals(
  { source, clock }: { readonly source: SignalSource; readonly clock: Pick<Clock, 'monotonicMs'> },
  heed: (count: number) => void,
): () => void {
  let count = 0;
  let lastMs = -Infinity;
  const hear = () => {
    const nowMs = clock.monotonicMs();
    if (nowMs - lastMs < duplicateWindowMs) return;
    lastMs = nowMs;
    count += 1;
    heed(count);
  };
  for (const signal of stopSignals) source.on(signal, hear);
  return () => {
    for (const signal of stopSignals) source.off(signal, hear);
  };
}
