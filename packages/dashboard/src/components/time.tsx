import { useEffect, useState, useSyncExternalStore } from 'react';
import { formatDateTime, formatRelative } from '../format.ts';

const tickMs = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls the listener every second. All times of a page share one timer, which runs while there are any. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const notify of listeners) notify();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns the time of the clock, updated at the given interval of whole seconds. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(
    () =>
      subscribe(() => {
        const current = Date.now();
        // Half a tick earlier, because a tick can come early.
        setNow((shown) => (current - shown >= intervalMs - tickMs / 2 ? current : shown));
      }),
    [intervalMs],
  );
  return now;
}

/** A distance from now, with the date and time as its title. It is drawn again when its text changes. */
export function RelativeTime({ value }: { readonly value: string }) {
  const distance = useSyncExternalStore(subscribe, () => formatRelative(value, Date.now()));
  return (
    <time dateTime={value} title={formatDateTime(value)}>
      {distance}
    </time>
  );
}
