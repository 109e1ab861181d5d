import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Section } from '../../components/page.tsx';
import { PersonLink } from '../../components/person-link.tsx';
import { EmptyState, QueryState } from '../../components/states.tsx';
import { useNow } from '../../components/time.tsx';
import { formatCount, formatDay, formatShortTime } from '../../format.ts';
import { text } from '../../text/index.ts';
import { useWorkspaceZone } from '../session/session.ts';
import { CallbackDialog, CancelCallback, useCallbackRight } from './callback-dialog.tsx';
import { callbackTime, type CallbackZones } from './callback-time.ts';
import { maxCallbacks, pendingCallbacksQuery, type Callback } from './callback-queries.ts';
import { calleeOf, dispositionName, DispositionStatusBadge } from './disposition-text.tsx';

const words = text.dispositions;

/** The calls that are still to be made, by day. */
export function Callbacks() {
  const zone = useWorkspaceZone();
  const query = useQuery(pendingCallbacksQuery());
  return (
    <QueryState query={query}>
      {(callbacks) =>
        callbacks.length === 0 ? (
          <EmptyState title={words.noCallbacksTitle}>{words.noCallbacks}</EmptyState>
        ) : (
          <>
            <p className="pb-3 text-sm text-muted">
              {callbacks.length === maxCallbacks && `${words.truncated(formatCount(maxCallbacks))} `}
              {words.inZone(zone)}
            </p>
            <CallbackDays callbacks={callbacks} zone={zone} />
          </>
        )
      }
    </QueryState>
  );
}

interface CallbackListProps {
  readonly callbacks: readonly Callback[];
  readonly zone: string;
}

/** Callbacks in a section per day. */
export function CallbackDays({ callbacks, zone }: CallbackListProps) {
  const now = useNow(30_000);
  const dayOf = ({ scheduledAt, status }: Callback): string =>
    status === 'pending' && Date.parse(scheduledAt) <= now ? words.overdue : formatDay(scheduledAt, zone);
  return (
    <div className="grid gap-4">
      {[...Map.groupBy(callbacks, dayOf)].map(([day, ofDay]) => (
        <Section
          key={day}
          title={day}
          actions={<span className="text-sm text-muted">{formatCount(ofDay.length)}</span>}
        >
          <ul>
            {ofDay.map((callback) => (
              <CallbackItem key={callback._id} callback={callback} zone={zone} />
            ))}
          </ul>
        </Section>
      ))}
    </div>
  );
}

function CallbackItem({ callback, zone }: { readonly callback: Callback; readonly zone: string }) {
  const { phoneNumber, customerName, disposition, scheduledAt, agentName, notes, attempt, callId, status } =
    callback;
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 text-sm first:border-t-0 max-md:grid-cols-[4.5rem_minmax(0,1fr)] max-md:items-start max-md:py-3">
      <time dateTime={scheduledAt} className="font-medium">
        {formatShortTime(scheduledAt, zone)}
      </time>
      <div className="min-w-0">
        <p className="break-words">
          {customerName !== null && <span className="font-medium">{customerName} </span>}
          <PersonLink address={phoneNumber} className={customerName === null ? 'font-medium' : ''} />{' '}
          <span className="text-muted">
            {[dispositionName(disposition), agentName, attempt > 1 && words.attempt(String(attempt))]
              .filter((part) => typeof part === 'string')
              .join(' · ')}
          </span>
        </p>
        {notes !== '' && <p className="break-words text-muted">{notes}</p>}
        {callId !== null && (
          <Link to="/calls/$callId" params={{ callId }} className="text-muted underline underline-offset-2">
            {words.openCall}
          </Link>
        )}
      </div>
      <div className="max-md:col-start-2">
        {status === 'pending' ? (
          <CallbackActions callback={callback} zone={zone} />
        ) : (
          <DispositionStatusBadge {...callback} />
        )}
      </div>
    </li>
  );
}

function CallbackActions({ callback, zone }: { readonly callback: Callback; readonly zone: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const right = useCallbackRight();
  return (
    <div className="flex gap-2">
      <Button aria-label={words.moveOf(calleeOf(callback))} {...right} onClick={() => setIsOpen(true)}>
        {words.move}
      </Button>
      <CallbackDialog {...{ callback, zone, isOpen }} onOpenChange={setIsOpen} />
      <CancelCallback callback={callback} />
    </div>
  );
}

/** The callbacks of one number. */
export function CallbacksOfNumber({
  phoneNumber,
  zones,
}: {
  readonly phoneNumber: string;
  readonly zones: CallbackZones;
}) {
  const query = useQuery(pendingCallbacksQuery(phoneNumber));
  return (
    <QueryState query={query}>
      {(callbacks) =>
        callbacks.length === 0 ? (
          <p className="px-4 py-3 text-sm text-muted">{words.noPending}</p>
        ) : (
          <ul>
            {callbacks.map((callback) => (
              <li
                key={callback._id}
                className="grid grid-cols-1 gap-1.5 border-t border-line px-4 py-2.5 text-sm first:border-t-0"
              >
                <time dateTime={callback.scheduledAt} className="font-medium">
                  {callbackTime(callback.scheduledAt, zones)}
                </time>
                <p className="break-words text-muted">
                  {[callback.agentName, callback.notes]
                    .filter((part) => part !== null && part !== '')
                    .join(' · ')}
                </p>
                <CallbackActions callback={callback} zone={zones.zone} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryState>
  );
}
