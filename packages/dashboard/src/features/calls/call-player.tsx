import type { CallDetail } from '@parley/sdk/client';
import { useEffect, useState, type RefObject } from 'react';
import { Section } from '../../components/page.tsx';
import { text } from '../../text/index.ts';

interface CallPlayerProps {
  readonly call: CallDetail;
  readonly audioRef: RefObject<HTMLAudioElement | null>;
  readonly onPosition: (ms: number) => void;
}

/** Plays the recording: the browser reads the parts that it needs. Above it, a lane of each side shows who spoke when. */
export function CallPlayer({ call, audioRef, onPosition }: CallPlayerProps) {
  const [position, setPosition] = useState(0);
  const durationMs = call.recording?.durationMs ?? 1;
  useEffect(() => {
    const audio = audioRef.current;
    if (audio === null) return undefined;
    let frame = 0;
    const update = () => {
      setPosition(audio.currentTime * 1000);
      onPosition(audio.currentTime * 1000);
      if (!audio.paused) frame = requestAnimationFrame(update);
    };
    for (const type of ['play', 'seeked', 'pause']) audio.addEventListener(type, update);
    return () => {
      cancelAnimationFrame(frame);
      for (const type of ['play', 'seeked', 'pause']) audio.removeEventListener(type, update);
    };
  }, [audioRef, onPosition]);
  const seek = (event: React.MouseEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (audioRef.current !== null)
      audioRef.current.currentTime = (((event.clientX - left) / width) * durationMs) / 1000;
  };
  return (
    <Section title={text.calls.call.recording}>
      <div className="grid gap-3 px-4 py-3">
        <div aria-hidden onClick={seek} className="relative grid cursor-pointer gap-1">
          <Lane call={call} side="customer" durationMs={durationMs} />
          <Lane call={call} side="agent" durationMs={durationMs} />
          <span
            className="absolute inset-y-0 w-px bg-ink"
            style={{ left: `${Math.min(100, (position / durationMs) * 100)}%` }}
          />
        </div>
        <audio
          aria-label={text.calls.call.recording}
          ref={audioRef}
          controls
          preload="metadata"
          src={`/api/v1/calls/${call.callId}/recording`}
          className="h-10 w-full"
        />
      </div>
    </Section>
  );
}

const laneColors = { agent: 'bg-agent', customer: 'bg-customer' } as const;

function Lane({
  call,
  side,
  durationMs,
}: {
  readonly call: CallDetail;
  readonly side: 'agent' | 'customer';
  readonly durationMs: number;
}) {
  return (
    <div className="relative h-5 overflow-hidden rounded-sm bg-hover">
      {call.transcript
        .filter((entry) => entry.role === side)
        .map(({ startMs, endMs }) => (
          <span
            key={startMs}
            className={`absolute inset-y-1 rounded-xs ${laneColors[side]}`}
            style={{
              left: `${(startMs / durationMs) * 100}%`,
              width: `${(Math.max(endMs - startMs, 60) / durationMs) * 100}%`,
            }}
          />
        ))}
    </div>
  );
}
