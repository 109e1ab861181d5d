import type { CallDetail } from '@parley/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { Download, Pause, Play, RotateCcw, RotateCw } from 'lucide-react';
import { useEffect, useState, type RefObject } from 'react';
import { api } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Select } from '../../components/field.tsx';
import { Section } from '../../components/page.tsx';
import { formatDuration } from '../../format.ts';
import { text } from '../../text/index.ts';
import { Waveform, type Span } from './waveform.tsx';

const words = text.calls.player;
const skipMs = 10_000;
const speeds = ['0.75', '1', '1.25', '1.5', '2'] as const;

/** Returns the time from the answer of the call to the start of its recording, which a notice or a question can precede. */
export function recordingStartMs({ answeredAt, timeline }: Pick<CallDetail, 'answeredAt' | 'timeline'>) {
  const started = timeline.find(({ type }) => type === 'recording_started');
  if (started === undefined || answeredAt === null) return 0;
  return Math.max(Date.parse(started.at) - Date.parse(answeredAt), 0);
}

interface CallPlayerProps {
  readonly call: CallDetail;
  readonly audioRef: RefObject<HTMLAudioElement | null>;
  /** Called with the position in ms since the answer of the call. */
  readonly onPosition: (ms: number) => void;
  /** In ms since the answer of the call. */
  readonly span: Span | undefined;
}

/** Plays the recording: the browser reads only the parts of the audio that it needs, and the waveform comes from the service. */
export function CallPlayer({ call, audioRef, onPosition, span }: CallPlayerProps) {
  const { callId } = call;
  const startMs = recordingStartMs(call);
  const durationMs = Math.max(call.recording?.durationMs ?? 0, 1);
  const peaks = useQuery({
    queryKey: ['getRecordingPeaks', callId],
    queryFn: ({ signal }) => api.getRecordingPeaks({ path: { callId }, signal }),
    staleTime: Infinity,
  });
  const { isPlaying, seconds } = useAudio(audioRef, startMs, onPosition);
  const [speed, setSpeed] = useState<(typeof speeds)[number]>('1');
  const seek = (ms: number) => {
    if (audioRef.current !== null) audioRef.current.currentTime = ms / 1000;
  };
  const skip = (ms: number) => seek(Math.max((audioRef.current?.currentTime ?? 0) * 1000 + ms, 0));
  const source = `/api/v1/calls/${callId}/recording`;
  return (
    <Section title={text.calls.call.recording}>
      <div className="grid gap-2 px-4 py-3">
        <Waveform
          peaks={peaks.data}
          durationMs={durationMs}
          audioRef={audioRef}
          onSeek={seek}
          span={span && { startMs: span.startMs - startMs, endMs: span.endMs - startMs }}
        />
        <div className="flex flex-wrap items-center gap-1.5 max-md:gap-0.5">
          <Button
            isIcon
            variant="primary"
            aria-label={isPlaying ? words.pause : words.play}
            onClick={() => toggle(audioRef.current)}
          >
            {isPlaying ? <Pause aria-hidden size={16} /> : <Play aria-hidden size={16} />}
          </Button>
          <Button isIcon variant="ghost" aria-label={words.back} onClick={() => skip(-skipMs)}>
            <RotateCcw aria-hidden size={16} />
          </Button>
          <Button isIcon variant="ghost" aria-label={words.forward} onClick={() => skip(skipMs)}>
            <RotateCw aria-hidden size={16} />
          </Button>
          <span className="me-auto ps-1 text-sm whitespace-nowrap text-muted max-md:-order-1 max-md:basis-full max-md:pb-1">
            {formatDuration(seconds)} / {formatDuration(durationMs / 1000)}
          </span>
          <Legend />
          <Select
            aria-label={words.speed}
            className="w-auto! max-md:ms-auto max-md:w-20!"
            value={speed}
            options={speeds.map((value) => [value, `${value}×`])}
            onValue={(value) => {
              setSpeed(value);
              if (audioRef.current !== null) audioRef.current.playbackRate = Number(value);
            }}
          />
          <a
            href={source}
            download={`${callId}.wav`}
            aria-label={words.download}
            className="grid size-8 place-items-center rounded-md text-muted hover:bg-hover max-md:size-10"
          >
            <Download aria-hidden size={16} />
          </a>
        </div>
        <audio ref={audioRef} preload="metadata" src={source} />
      </div>
    </Section>
  );
}

function Legend() {
  return (
    <span className="flex gap-3 pe-2 text-xs text-muted max-md:hidden">
      <span className="flex items-center gap-1.5">
        <span className="size-2 rounded-full bg-customer" />
        {text.calls.call.customer}
      </span>
      <span className="flex items-center gap-1.5">
        <span className="size-2 rounded-full bg-agent" />
        {text.calls.call.agent}
      </span>
    </span>
  );
}

function toggle(audio: HTMLAudioElement | null): void {
  if (audio?.paused === true) void audio.play();
  else audio?.pause();
}

/** Returns the state of the audio. Reports its position once per frame while it plays. */
function useAudio(
  audioRef: RefObject<HTMLAudioElement | null>,
  startMs: number,
  onPosition: (ms: number) => void,
): { readonly isPlaying: boolean; readonly seconds: number } {
  const [isPlaying, setIsPlaying] = useState(false);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const audio = audioRef.current;
    if (audio === null) return undefined;
    let frame = 0;
    const update = () => {
      cancelAnimationFrame(frame);
      setIsPlaying(!audio.paused);
      setSeconds(Math.floor(audio.currentTime));
      if (audio.currentTime > 0) onPosition(audio.currentTime * 1000 + startMs);
      if (!audio.paused) frame = requestAnimationFrame(update);
    };
    const stop = new AbortController();
    for (const type of ['play', 'pause', 'seeked'])
      audio.addEventListener(type, update, { signal: stop.signal });
    return () => {
      cancelAnimationFrame(frame);
      stop.abort();
    };
  }, [audioRef, startMs, onPosition]);
  return { isPlaying, seconds };
}
