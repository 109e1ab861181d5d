import { useEffect, useState } from 'react';
import { formatDateTime, formatRelative } from '../format.ts';

/** Returns the time of the clock, updated at the given interval. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}

/** A distance from now, with the date and time as its title. */
export function RelativeTime({ value }: { readonly value: string }) {
  const now = useNow(30_000);
  return (
    <time dateTime={value} title={formatDateTime(value)}>
      {formatRelative(value, now)}
    </time>
  );
}
