import { ParleyError, type ActiveCallsEvent } from '@parley/sdk/client';
import { useEffect, useState } from 'react';
import { api } from '../../api.ts';
import { reportSignedOut } from '../session/signed-out.ts';
import { applyEvents, noActiveCalls } from './active-calls.ts';

const reconnectDelayMs = 2_000;

export type Connection = 'connecting' | 'connected' | 'reconnecting';

/** Follows the active calls of the workspace by one stream. The list changes at most once per frame. */
export function useActiveCalls() {
  const [state, setState] = useState(noActiveCalls);
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => {
    const stop = new AbortController();
    let frame = 0;
    let events: ActiveCallsEvent[] = [];
    const apply = () => {
      const received = events;
      events = [];
      frame = 0;
      setConnection('connected');
      setState((previous) => applyEvents(previous, received, Date.now()));
    };
    const onEvent = (event: ActiveCallsEvent) => {
      events.push(event);
      frame ||= requestAnimationFrame(apply);
    };
    void follow(onEvent, () => setConnection('reconnecting'), stop.signal);
    return () => {
      stop.abort();
      cancelAnimationFrame(frame);
    };
  }, []);
  return { calls: state.calls, connection };
}

/** Follows until the signal aborts. After a failure it connects again, and the first event is a new snapshot. */
async function follow(
  onEvent: (event: ActiveCallsEvent) => void,
  onFailure: () => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const event of api.follow('followActiveCalls', { signal })) onEvent(event);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ParleyError && error.status === 401) reportSignedOut();
      onFailure();
    }
    await new Promise((resolve) => setTimeout(resolve, reconnectDelayMs));
  }
}
