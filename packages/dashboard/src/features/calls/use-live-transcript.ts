import type { ActiveCallEvent, CallDetail } from '@parley/sdk/client';
import { useEffect } from 'react';
import { api, queryClient } from '../../api.ts';
import { callQuery } from './call-query.ts';

type Turn = Extract<ActiveCallEvent, { type: 'turn' }>;

/** Called with whether the agent says a sentence that is not in the transcript yet. */
type OnSpeaking = (isSpeaking: boolean) => void;

/** Follows an active call: adds each turn to the call in the cache, and reads the call again at every change of its state. */
export function useLiveTranscript(
  { callId, roomName }: Pick<CallDetail, 'callId' | 'roomName'>,
  onSpeaking: OnSpeaking,
): void {
  useEffect(() => {
    const stop = new AbortController();
    void follow({ callId, roomName, onSpeaking, signal: stop.signal });
    return () => stop.abort();
  }, [callId, roomName, onSpeaking]);
}

interface FollowInput {
  readonly callId: string;
  readonly roomName: string;
  readonly onSpeaking: OnSpeaking;
  readonly signal: AbortSignal;
}

async function follow({ callId, roomName, onSpeaking, signal }: FollowInput): Promise<void> {
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
      // The silence before a reply ends with its first word.
      if (event.type === 'silence') onSpeaking(true);
      else if (event.type === 'turn') {
        if (event.role === 'agent') onSpeaking(false);
        turns.push(event);
        frame ||= requestAnimationFrame(apply);
      } else if (['started', 'ringing', 'command'].includes(event.type)) await readAgain();
    }
  } catch {
    // The call has ended, or the service cannot be reached: the query of the page shows which.
  }
  if (signal.aborted) return;
  onSpeaking(false);
  await readAgain();
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
