import { ParleyError, type SipMessage } from '@parley/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { EmptyState, QueryState } from '../../components/states.tsx';
import { formatCount, formatMs, formatTime } from '../../format.ts';
import { errorText } from '../../wording.ts';
import { text } from '../../text/index.ts';

const words = text.calls.sip;

/** The service stores the messages within this time after the end of the call. */
const storedWithinMs = 20_000;

/** The messages of the call are too old, not stored yet, or not kept at all. */
const isMissing = (error: unknown): error is ParleyError =>
  error instanceof ParleyError && error.code === 'sip_messages_not_found';

/** The SIP messages of the call as a ladder. They are read when this view is opened. */
export function SipMessages({ callId, endedAt }: { readonly callId: string; readonly endedAt: string }) {
  const query = useQuery({
    queryKey: ['getSipMessages', callId],
    queryFn: ({ signal }) => api.getSipMessages({ path: { callId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) =>
      isMissing(state.error) && Date.now() - Date.parse(endedAt) < storedWithinMs ? 2_000 : false,
  });
  if (isMissing(query.error))
    return <EmptyState title={words.missingTitle}>{errorText(query.error)}</EmptyState>;
  return (
    <QueryState query={query}>
      {({ messages, omitted }) => (
        <div className="overflow-hidden rounded-lg border border-line bg-surface">
          <div aria-hidden className={`${rowClass} border-b border-line py-2 text-xs font-medium text-muted`}>
            <span className="max-md:hidden">{words.time}</span>
            <span className="text-end">{words.offset}</span>
            <span className="flex justify-between">
              <span>{words.parley}</span>
              <span>{words.peer}</span>
            </span>
            <span className="max-md:hidden">{words.address}</span>
          </div>
          <ol>
            {messages.map((message, index) => (
              <li key={`${message.at}-${index}`} className="border-b border-line last:border-b-0">
                <Message message={message} startedAt={messages[0]!.at} />
              </li>
            ))}
          </ol>
          {omitted > 0 && (
            <p className="border-t border-line px-4 py-2 text-sm text-muted">
              {words.omitted(formatCount(omitted))}
            </p>
          )}
        </div>
      )}
    </QueryState>
  );
}

const rowClass =
  'grid grid-cols-[5.5rem_4.5rem_minmax(0,1fr)_10.5rem] gap-x-4 px-4 max-md:grid-cols-[4rem_minmax(0,1fr)] max-md:gap-x-3';

interface MessageProps {
  readonly message: SipMessage;
  readonly startedAt: string;
}

function Message({ message, startedAt }: MessageProps) {
  return (
    <details>
      <summary
        className={`${rowClass} cursor-pointer list-none items-center py-1.5 text-sm hover:bg-hover [&::-webkit-details-marker]:hidden`}
      >
        <time dateTime={message.at} className="text-xs text-faint max-md:hidden">
          {formatTime(message.at)}
        </time>
        <span className="text-end text-xs text-faint">
          +{formatMs(Date.parse(message.at) - Date.parse(startedAt))}
        </span>
        <Arrow message={message} />
        <span className="truncate text-xs text-faint max-md:hidden">
          {message.peer} {message.transport.toUpperCase()}
        </span>
      </summary>
      <pre className="border-t border-line bg-canvas px-4 py-3 font-mono text-xs break-words whitespace-pre-wrap">
        {message.text}
      </pre>
    </details>
  );
}

function toneOf({ status }: SipMessage): string {
  if (status === null) return 'text-ink font-medium';
  if (status >= 400) return 'text-bad font-medium';
  return status >= 200 ? 'text-ok font-medium' : 'text-muted';
}

/** The message as an arrow between Parley and the other side. */
function Arrow({ message }: { readonly message: SipMessage }) {
  const { direction, status, reason, method } = message;
  const isSent = direction === 'sent';
  const line = <span aria-hidden className="h-px min-w-4 flex-1 bg-line-strong" />;
  const head = (
    <span aria-hidden className="text-line-strong">
      {isSent ? '▶' : '◀'}
    </span>
  );
  return (
    <span className="flex min-w-0 items-center gap-x-2">
      <span className="sr-only">{isSent ? words.sent : words.received}</span>
      {!isSent && head}
      {line}
      <span className={`truncate ${toneOf(message)}`}>
        {status === null ? method : `${status} ${reason ?? ''}`}
        {status !== null && <span className="font-normal text-faint"> {method}</span>}
      </span>
      {line}
      {isSent && head}
    </span>
  );
}
