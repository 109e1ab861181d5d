import type { CallDetail } from '@parley/sdk/client';
import { formatTime } from '../../format.ts';
import { text } from '../../text/index.ts';
import { eventDetail, eventTitle, isFailure } from './event-text.ts';
import { useEventContext } from './use-event-context.ts';

const words = text.calls.events;

/** How the call ended, and everything that the service did for it, in order. */
export function CallEvents({ call }: { readonly call: CallDetail }) {
  const context = useEventContext(call);
  return (
    <div className="grid gap-4">
      <CallEnding call={call} />
      <ol className="rounded-lg border border-line bg-surface py-2">
        {call.timeline.map((event, index) => (
          <li
            key={`${event.at}-${index}`}
            className="grid grid-cols-[6.5rem_10rem_1fr] gap-x-3 px-4 py-1 text-sm max-md:grid-cols-[5.5rem_1fr]"
          >
            <time dateTime={event.at} className="text-xs leading-5 text-faint">
              {formatTime(event.at)}
            </time>
            <span className={`font-medium ${isFailure(event) ? 'text-bad' : ''}`}>{eventTitle(event)}</span>
            <span className="min-w-0 break-words text-muted max-md:col-start-2">
              {eventDetail(event, context)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Why the call ended, and who caused it. Nothing for an active call. */
export function CallEnding({
  call: { endReason, endDetail, fault, timeline },
}: {
  readonly call: CallDetail;
}) {
  if (endReason === null) return null;
  const failed = timeline.filter(isFailure);
  return (
    <div className="grid gap-1 rounded-lg border border-line bg-surface px-4 py-3">
      <h2 className="font-medium">{words.endings[endReason]}</h2>
      {words.nextSteps[endReason] !== undefined && <p className="text-sm">{words.nextSteps[endReason]}</p>}
      {endDetail !== null && <p className="text-sm">{words.detail(endDetail)}</p>}
      {fault !== null && fault !== 'none' && <p className="text-sm text-bad">{words.faults[fault]}</p>}
      {failed.length > 0 && <p className="text-sm text-muted">{words.failures(failed.length)}</p>}
    </div>
  );
}
