import type { ActiveCallEvent, CallDetail } from '@parley/sdk/client';
import { useEffect } from 'react';
import { api, queryClient } from '../../api.ts';
import { callQuery } from './call-query.ts';

type Turn = Extract<ActiveCallEvent, { type: 'turn' }>;

/** Follows an active call: adds each turn to the call in the cache, and reads the call again at every change of its state. */
export function useLiveTranscript({ callId, roomName }: Pick<CallDetail, 'callId' | 'roomName'>): void {
  useEffect(() => {
    const stop = new AbortController();
    void follow(callId, roomName, stop.signal);
    return () => stop.abort();
  }, [callId, roomName]);
}

async function follow(callId: string, roomName: string, signal: AbortSignal): Promise<void> {
  const readAgain = () => queryClient.invalidateQueries(callQuery(callId));
  let frame = 0;
  let turns: Turn[] = [];
  const apply = () => {
    const added = turns;
    turns = [];
    frame = 0;
    queryClient.setQueryData(callQuery(callId).queryKey, (call) => call && withTurns(call, added));
  };
  try {
    for await (const event of api.follow('followActiveCall', { path: { roomName }, signal })) {
      if (event.type === 'turn') {
        turns.push(event);
        frame ||= requestAnimationFrame(apply);
      } else if (['started', 'ringing', 'command'].includes(event.type)) await readAgain();
    }
  } catch {
    // The call has ended, or the service cannot be reached: the query of the page shows which.
  }
  if (!signal.aborted) await readAgain();
}

/** A turn that the service has stored meanwhile is not added again. */
function withTurns(call: CallDetail, turns: readonly Turn[]): CallDetail {
  const known = new Set(call.transcript.map(({ startMs, role }) => `${role} ${startMs}`));
  const added = turns
    .filter(({ startMs, role }) => !known.has(`${role} ${startMs}`))
    .map(({ role, content, startMs, endMs, interrupted }) => ({
      role,
      content,
      startMs,
      endMs,
      interrupted,
    }));
  return { ...call, transcript: [...call.transcript, ...added].sort((a, b) => a.startMs - b.startMs) };
}
