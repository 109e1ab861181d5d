import type { CallDetail } from '@parley/sdk/client';
import { CornerDownRight, Timer, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatDuration, formatMs } from '../../format.ts';
import { text } from '../../text/index.ts';
import {
  eventDetail,
  eventsByTurn,
  eventTitle,
  isFailure,
  type EventContext,
  type TimelineEvent,
} from './event-text.ts';
import { useEventContext } from './use-event-context.ts';
import type { Span } from './waveform.tsx';

const words = text.calls.call;

/** The content of an entry that was not understood. The feed of a call marks it by this text alone. */
export const unintelligible = '[unintelligible]';

type Entry = CallDetail['transcript'][number];
type Latency = CallDetail['latency'][number];

interface TranscriptProps {
  readonly call: Pick<
    CallDetail,
    | 'transcript'
    | 'timeline'
    | 'latency'
    | 'whispers'
    | 'answeredAt'
    | 'status'
    | 'customer'
    | 'flowId'
    | 'flowVersion'
  >;
  /** The agent says a sentence that is not in the transcript yet. */
  readonly isAgentSpeaking?: boolean;
  /** `startMs` of the entry that the player plays. It is marked and kept visible. */
  readonly currentMs?: number | undefined;
  readonly onSeek?: (ms: number) => void;
  /** Called when a silence is opened, and with `undefined` when it is closed. */
  readonly onSpan?: (span: Span | undefined) => void;
}

/** What each side said, with what it caused, the silence before each reply, and the whispers on a rail of their own. */
export function Transcript({ call, isAgentSpeaking = false, currentMs, onSeek, onSpan }: TranscriptProps) {
  const [openTurn, setOpenTurn] = useState<number>();
  const context = useEventContext(call);
  if (call.transcript.length === 0)
    return (
      <p className="px-4 py-8 text-center text-muted">
        {isAgentSpeaking ? words.agentSpeaks : words.noEntries[call.status]}
      </p>
    );
  const silences = silencesOf(call);
  const whispers = whispersOf(call);
  const events = eventsByTurn(call);
  const onToggle = ({ turn, startMs = 0, totalMs }: Latency) => {
    const isOpened = turn !== openTurn;
    setOpenTurn(isOpened ? turn : undefined);
    onSpan?.(isOpened ? { startMs: startMs - totalMs, endMs: startMs } : undefined);
  };
  return (
    <ol className="grid gap-0.5 rounded-lg border border-line bg-surface px-2 py-3">
      {call.transcript.map((entry, index) => (
        <TranscriptEntry
          key={`${entry.startMs}-${entry.role}`}
          entry={entry}
          latency={silences.get(index)}
          isOpen={silences.get(index)?.turn === openTurn}
          onToggle={onToggle}
          whispers={whispers.get(index) ?? []}
          events={events.get(index) ?? []}
          context={context}
          isCurrent={currentMs === entry.startMs}
          {...(onSeek && { onSeek })}
        />
      ))}
      {isAgentSpeaking && <li className="px-2 py-1.5 text-sm text-faint">{words.agentSpeaks}</li>}
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
    const distanceOf = (index: number) => Math.abs(transcript[index]!.startMs - turn.startMs!);
    let best: number | undefined;
    for (const [index, { role }] of transcript.entries())
      if (role === 'agent' && (best === undefined || distanceOf(index) < distanceOf(best))) best = index;
    if (best !== undefined) byEntry.set(best, turn);
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
  /** Whether the stages of the silence are shown. */
  readonly isOpen: boolean;
  readonly onToggle: (latency: Latency) => void;
  readonly events: readonly TimelineEvent[];
  readonly context: EventContext;
  readonly whispers: CallDetail['whispers'];
  readonly isCurrent: boolean;
  readonly onSeek?: (ms: number) => void;
}

function TranscriptEntry({ entry, latency, isCurrent, onSeek, ...props }: EntryProps) {
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const isAgent = entry.role === 'agent';
  return (
    <li ref={element}>
      {latency !== undefined && (
        <Silence latency={latency} isOpen={props.isOpen} onToggle={() => props.onToggle(latency)} />
      )}
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
          {entry.unintelligible === true || entry.content === unintelligible ? (
            <em className="text-faint">{words.unintelligible}</em>
          ) : (
            entry.content
          )}
          {entry.interrupted && <span className="ms-1.5 text-xs text-faint">({words.interrupted})</span>}
        </p>
      </div>
      {props.events.map((event, index) => (
        <TurnEvent key={`${event.at}-${index}`} event={event} context={props.context} />
      ))}
      {props.whispers.map((whisper) => (
        <p
          key={whisper.at}
          className="my-1 ms-[4.25rem] border-s-2 border-whisper ps-3 text-sm text-whisper max-md:ms-14"
        >
          <span className="font-medium">{words.whispered}</span> {whisper.text}
        </p>
      ))}
    </li>
  );
}

/** Something that the service did because of a turn. */
function TurnEvent({ event, context }: { readonly event: TimelineEvent; readonly context: EventContext }) {
  const isFailed = isFailure(event);
  const Icon = isFailed ? TriangleAlert : CornerDownRight;
  return (
    <p
      className={`ms-[10.25rem] flex items-start gap-2 py-0.5 text-xs max-md:ms-[4.25rem] ${isFailed ? 'text-bad' : 'text-faint'}`}
    >
      <Icon aria-hidden size={12} className="mt-0.5 shrink-0" />
      <span className="min-w-0 break-words">
        <span className="font-medium">{eventTitle(event)}</span> {eventDetail(event, context)}
      </span>
    </p>
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

interface SilenceProps {
  readonly latency: Latency;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The silence before a reply. A click shows its stages. */
function Silence({ latency, isOpen, onToggle }: SilenceProps) {
  return (
    <div className="ms-[9.875rem] max-md:ms-[3.875rem]">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className={`inline-flex items-center gap-1.5 rounded-md px-1.5 py-0.5 text-xs hover:bg-hover hover:text-ink ${isOpen ? 'bg-warn-soft text-warn' : 'text-faint'}`}
      >
        <Timer aria-hidden size={12} />
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
