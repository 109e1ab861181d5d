import type { CallDetail } from '@parley/sdk/client';
import { useEffect, useRef, useState } from 'react';
import { formatDuration, formatMs } from '../../format.ts';
import { text } from '../../text/index.ts';

const words = text.calls.call;

type Entry = CallDetail['transcript'][number];
type Latency = CallDetail['latency'][number];

interface TranscriptProps {
  readonly call: Pick<CallDetail, 'transcript' | 'latency' | 'whispers' | 'answeredAt' | 'status'>;
  /** Position of the player. The entry at this time is marked and kept visible. */
  readonly positionMs: number | undefined;
  readonly onSeek?: (ms: number) => void;
}

/** What each side said, with the silence before each reply and the whispers on a rail of their own. */
export function Transcript({ call, positionMs, onSeek }: TranscriptProps) {
  if (call.transcript.length === 0)
    return (
      <p className="px-4 py-8 text-center text-muted">
        {call.status === 'ended' ? words.noTranscript : words.waiting}
      </p>
    );
  const silences = silencesOf(call);
  const whispers = whispersOf(call);
  return (
    <ol className="grid gap-0.5 rounded-lg border border-line bg-surface px-2 py-3">
      {call.transcript.map((entry, index) => (
        <TranscriptEntry
          key={`${entry.startMs}-${entry.role}`}
          entry={entry}
          latency={silences.get(index)}
          whispers={whispers.get(index) ?? []}
          isCurrent={positionMs !== undefined && positionMs >= entry.startMs && positionMs < entry.endMs}
          {...(onSeek && { onSeek })}
        />
      ))}
    </ol>
  );
}

/** Returns the latency of each reply by the index of its first entry: the entry of the agent that starts closest to it. */
function silencesOf({
  transcript,
  latency,
}: Pick<CallDetail, 'transcript' | 'latency'>): Map<number, Latency> {
  const byEntry = new Map<number, Latency>();
  for (const turn of latency) {
    if (turn.startMs === undefined) continue;
    const start = turn.startMs + turn.totalMs;
    let best = -1;
    for (const [index, entry] of transcript.entries())
      if (
        entry.role === 'agent' &&
        (best < 0 || Math.abs(entry.startMs - start) < Math.abs(transcript[best]!.startMs - start))
      )
        best = index;
    if (best >= 0) byEntry.set(best, turn);
  }
  return byEntry;
}

/** Returns the whispers by the index of the entry that was last spoken before them. */
function whispersOf({
  transcript,
  whispers,
  answeredAt,
}: Pick<CallDetail, 'transcript' | 'whispers' | 'answeredAt'>): Map<number, CallDetail['whispers']> {
  const byEntry = new Map<number, CallDetail['whispers']>();
  if (answeredAt === null) return byEntry;
  for (const whisper of whispers) {
    const atMs = Date.parse(whisper.at) - Date.parse(answeredAt);
    const index = Math.max(
      0,
      transcript.findLastIndex(({ startMs }) => startMs <= atMs),
    );
    byEntry.set(index, [...(byEntry.get(index) ?? []), whisper]);
  }
  return byEntry;
}

interface EntryProps {
  readonly entry: Entry;
  readonly latency: Latency | undefined;
  readonly whispers: CallDetail['whispers'];
  readonly isCurrent: boolean;
  readonly onSeek?: (ms: number) => void;
}

function TranscriptEntry({ entry, latency, whispers, isCurrent, onSeek }: EntryProps) {
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const isAgent = entry.role === 'agent';
  return (
    <li ref={element}>
      {latency !== undefined && <Silence latency={latency} />}
      <div
        className={`grid grid-cols-[3.25rem_5.5rem_1fr] gap-x-2 rounded-md px-2 py-1.5 max-md:grid-cols-[3.25rem_1fr] ${isCurrent ? 'bg-selected' : ''}`}
      >
        {onSeek === undefined ? (
          <span className="text-xs leading-5 text-faint">{formatDuration(entry.startMs / 1000)}</span>
        ) : (
          <button
            type="button"
            onClick={() => onSeek(entry.startMs)}
            className="self-start text-start text-xs leading-5 text-faint underline-offset-2 hover:underline"
          >
            {formatDuration(entry.startMs / 1000)}
          </button>
        )}
        <span className={`text-sm font-medium ${isAgent ? 'text-agent' : 'text-customer'}`}>
          {isAgent ? words.agent : words.customer}
        </span>
        <p className="min-w-0 break-words max-md:col-start-2">
          {entry.unintelligible === true ? (
            <em className="text-faint">{words.unintelligible}</em>
          ) : (
            entry.content
          )}
          {entry.interrupted && <span className="ms-1.5 text-xs text-faint">({words.interrupted})</span>}
        </p>
      </div>
      {whispers.map((whisper) => (
        <p
          key={whisper.at}
          className="my-1 ms-[4.25rem] border-s-2 border-whisper ps-3 text-sm text-whisper max-md:ms-14"
        >
          <span className="font-medium">{words.whisper}:</span> {whisper.text}
        </p>
      ))}
    </li>
  );
}

const stages = ['bufferMs', 'endpointingMs', 'thinkingMs', 'speechMs', 'playoutMs'] as const;
const stageColors: Record<(typeof stages)[number], string> = {
  bufferMs: 'bg-line-strong',
  endpointingMs: 'bg-customer',
  thinkingMs: 'bg-warn',
  speechMs: 'bg-info',
  playoutMs: 'bg-agent',
};

/** The silence before a reply. A click shows its stages. */
function Silence({ latency }: { readonly latency: Latency }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="ms-[4.25rem] max-md:ms-14">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="rounded-md px-1.5 py-0.5 text-xs text-faint hover:bg-hover hover:text-ink"
      >
        {words.silence(formatMs(latency.totalMs))}
      </button>
      {isOpen && (
        <div className="max-w-md px-1.5 pt-1 pb-2">
          <div className="flex h-2 overflow-hidden rounded-full">
            {stages.map((stage) => (
              <span
                key={stage}
                className={stageColors[stage]}
                style={{ flexGrow: Math.max(latency[stage], 0) }}
              />
            ))}
          </div>
          <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-3 text-xs">
            {stages.map((stage) => (
              <div key={stage} className="contents">
                <dt className="flex items-center gap-1.5 text-muted">
                  <span className={`size-2 rounded-full ${stageColors[stage]}`} />
                  {words.stages[stage]}
                </dt>
                <dd>{formatMs(latency[stage])}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </div>
  );
}
