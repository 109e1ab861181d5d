import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { EmptyState, FormError, QueryState } from '../../components/states.tsx';
import { useNow } from '../../components/time.tsx';
import { useIsNarrow } from '../../components/use-is-narrow.ts';
import { firstDayOfWeek, formatDateTime, formatDayRange } from '../../format.ts';
import { text } from '../../text/index.ts';
import { addDays, instantOfWallTime, wallTimeOf } from '../../zoned-time.ts';
import { useWorkspaceZone } from '../session/session.ts';
import { CallbackDialog, useCallbackRight, Warnings } from './callback-dialog.tsx';
import { pendingCallbacksQuery, useMoveCallback, weekQuery, type Callback } from './callback-queries.ts';
import { CallbackDays } from './callbacks.tsx';
import { calleeOf } from './disposition-text.tsx';
import { WeekGrid } from './week-grid.tsx';

const words = text.dispositions;

/** Returns the first day of the week of a date such as `2026-11-24`. */
function weekStartOf(date: string): string {
  const day = new Date(`${date}T00:00Z`).getUTCDay();
  return addDays(date, -((day - firstDayOfWeek + 7) % 7));
}

const isDate = (value: string | undefined): value is string =>
  value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

interface CallbackCalendarProps {
  /** A day of the week, from the URL. Default: today. */
  readonly week: string | undefined;
  readonly onWeek: (week: string | undefined) => void;
}

/** The callbacks of a week in the time zone of the workspace: by hour, or on a phone as a list by day. */
export function CallbackCalendar({ week, onWeek }: CallbackCalendarProps) {
  const zone = useWorkspaceZone();
  const isNarrow = useIsNarrow();
  const today = wallTimeOf(new Date(useNow(60_000)), zone).slice(0, 10);
  const firstDay = weekStartOf(isDate(week) ? week : today);
  const query = useQuery(weekQuery(firstDay, zone));
  const next = <NextCallback after={addDays(firstDay, 6)} zone={zone} onWeek={onWeek} />;
  return (
    <div className="flex h-full flex-col">
      <div className="flex flex-wrap items-center gap-2 px-6 pb-3 max-md:px-4">
        <Button isIcon aria-label={words.week.previous} onClick={() => onWeek(addDays(firstDay, -7))}>
          <ChevronLeft aria-hidden size={16} />
        </Button>
        <Button onClick={() => onWeek(undefined)}>{words.week.today}</Button>
        <Button isIcon aria-label={words.week.next} onClick={() => onWeek(addDays(firstDay, 7))}>
          <ChevronRight aria-hidden size={16} />
        </Button>
        <h2 className="ml-1 text-sm font-semibold">
          {formatDayRange(firstDay, addDays(firstDay, 6), 'UTC')}
        </h2>
        <p className="text-sm text-muted">{words.inZone(zone)}</p>
      </div>
      <QueryState query={query}>
        {(callbacks) =>
          isNarrow ? (
            <div className="px-4 pb-12">
              {callbacks.length === 0 ? (
                <EmptyState title={words.noCallbacksTitle} action={next}>
                  {words.week.empty}
                </EmptyState>
              ) : (
                <CallbackDays callbacks={callbacks} zone={zone} />
              )}
            </div>
          ) : (
            <Week key={firstDay} firstDay={firstDay} zone={zone} callbacks={callbacks} next={next} />
          )
        }
      </QueryState>
    </div>
  );
}

interface NextCallbackProps {
  /** The last day of a week without callbacks. */
  readonly after: string;
  readonly zone: string;
  readonly onWeek: (week: string) => void;
}

/** Goes to the first later week with a callback that is still to be made. */
function NextCallback({ after, zone, onWeek }: NextCallbackProps) {
  const { data = [] } = useQuery(pendingCallbacksQuery());
  const next = data.find(({ scheduledAt }) => wallTimeOf(new Date(scheduledAt), zone).slice(0, 10) > after);
  if (next === undefined) return null;
  const { scheduledAt } = next;
  return (
    <Button onClick={() => onWeek(wallTimeOf(new Date(scheduledAt), zone).slice(0, 10))}>
      {words.week.nextCallback(formatDateTime(scheduledAt, zone))}
    </Button>
  );
}

interface WeekProps {
  readonly firstDay: string;
  readonly zone: string;
  readonly callbacks: readonly Callback[];
  /** The way to the next callback, for a week without one. */
  readonly next: ReactNode;
}

/** The grid of a week. A callback is moved by the mouse, by the keyboard or in its dialog. */
function Week({ firstDay, zone, callbacks, next }: WeekProps) {
  const [openId, setOpenId] = useState<string>();
  const { move, undo, moved, warnings, message } = useMoves(firstDay, zone, callbacks);
  const { disabled } = useCallbackRight();
  const opened = callbacks.find(({ _id }) => _id === openId);
  return (
    <>
      <div role="status" className="grid gap-2 px-6 empty:hidden">
        {moved !== undefined && (
          <p className="flex items-center gap-3 pb-2 text-sm">
            {words.moved(calleeOf(moved), formatDateTime(moved.scheduledAt, zone))}
            <Button onClick={undo}>{words.undo}</Button>
          </p>
        )}
        <Warnings warnings={warnings} />
        <FormError message={message} />
      </div>
      <WeekGrid
        firstDay={firstDay}
        zone={zone}
        callbacks={callbacks}
        onOpen={(callback) => setOpenId(callback._id)}
        {...(!disabled && { onMove: move })}
      />
      <p className="flex items-center gap-3 border-t border-line px-6 py-2 text-xs text-faint">
        {callbacks.length === 0 ? words.week.empty : !disabled && words.week.keys}
        {callbacks.length === 0 && next}
      </p>
      {opened !== undefined && (
        <CallbackDialog
          key={opened._id}
          callback={opened}
          zone={zone}
          isOpen
          onOpenChange={() => {
            setOpenId(undefined);
            // After the dialog, which returns the focus to the place where the callback was.
            setTimeout(() => focusChip(opened._id));
          }}
        />
      )}
    </>
  );
}

const focusChip = (id: string): void =>
  document.querySelector<HTMLElement>(`[data-callback="${id}"]`)?.focus();

/** Moves callbacks of the week at once on the page, and back if the service rejects the time. Keeps the focus on the moved callback. */
function useMoves(firstDay: string, zone: string, callbacks: readonly Callback[]) {
  const client = useQueryClient();
  const change = useMoveCallback();
  const [last, setLast] = useState<{ readonly callback: Callback; readonly from: string }>();
  // A callback that moves to another hour is drawn anew, which loses the focus.
  const focused = useRef<{ readonly id: string; readonly atMs: number }>(undefined);
  useEffect(() => {
    const { id, atMs } = focused.current ?? {};
    if (!callbacks.some(({ _id, scheduledAt }) => _id === id && Date.parse(scheduledAt) === atMs)) return;
    focused.current = undefined;
    focusChip(id!);
  }, [callbacks]);
  const send = (callback: Callback, scheduledAt: string) => {
    const { queryKey } = weekQuery(firstDay, zone);
    client.setQueryData(queryKey, (known) =>
      known?.map((other) => (other._id === callback._id ? { ...other, scheduledAt } : other)),
    );
    focused.current = { id: callback._id, atMs: Date.parse(scheduledAt) };
    change.mutate(
      { dispositionId: callback._id, scheduledAt },
      {
        onSuccess: (result) =>
          setLast({
            callback: { ...callback, scheduledAt: result.scheduledAt ?? scheduledAt },
            from: callback.scheduledAt,
          }),
        onError: () => {
          setLast(undefined);
          focused.current = { id: callback._id, atMs: Date.parse(callback.scheduledAt) };
          void client.invalidateQueries({ queryKey });
        },
      },
    );
  };
  return {
    /** @param wallTime such as `2026-11-24T13:05` */
    move: (callback: Callback, wallTime: string) => {
      if (!change.isPending) send(callback, instantOfWallTime(wallTime, zone).toISOString());
    },
    undo: () => {
      if (last !== undefined) send(last.callback, last.from);
    },
    moved: last?.callback,
    warnings: change.data?.warnings ?? [],
    message: change.message,
  };
}
