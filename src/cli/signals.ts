import type { Clock } from '../core/clock.ts';

/** Source of signals: the process, or a test. */
export type SignalSource = Pick<NodeJS.EventEmitter, 'on' | 'off'>;

const stopSignals = ['SIGINT', 'SIGTERM'] as const;
/** Ctrl-C reaches every process of the terminal, and parent processes forward it: repeated signals within this time count once. */
const duplicateWindowMs = 500;

/** Calls `handler` with 1 at the first signal, 2 at the second and so on. Returns a function that stops listening. */
export function onSignals(
  { source, clock }: { readonly source: SignalSource; readonly clock: Pick<Clock, 'monotonicMs'> },
  handler: (count: number) => void,
): () => void {
  let count = 0;
  let lastMs = -Infinity;
  const onSignal = () => {
    const nowMs = clock.monotonicMs();
    if (nowMs - lastMs < duplicateWindowMs) return;
    lastMs = nowMs;
    count += 1;
    handler(count);
  };
  for (const signal of stopSignals) source.on(signal, onSignal);
  return () => {
    for (const signal of stopSignals) source.off(signal, onSignal);
  };
}
