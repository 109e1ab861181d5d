import { useState, type DragEvent, type KeyboardEvent } from 'react';
import { Button } from '../../components/button.tsx';
import { useNow } from '../../components/time.tsx';
import { formatCount, formatHour, formatPhone, formatShortTime, formatWeekday } from '../../format.ts';
import { text } from '../../text/index.ts';
import { addDays, wallTimeOf } from '../../zoned-time.ts';
import type { Callback } from './callback-queries.ts';
import { followUpState } from './disposition-text.tsx';

const words = text.dispositions;

const officeHours = { first: 8, last: 18 };
const maxShown = 4;
const dragType = 'application/x-parley-callback';

interface WeekGridProps {
  /** A date such as `2026-11-23`. */
  readonly firstDay: string;
  readonly zone: string;
  readonly callbacks: readonly Callback[];
  readonly onOpen: (callback: Callback) => void;
  /** Nothing for a role that may not move callbacks. */
  readonly onMove?: (callback: Callback, wallTime: string) => void;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** Days beside each other, and a row for each hour: office hours, and the hours of the callbacks. */
export function WeekGrid({ firstDay, zone, callbacks, onOpen, onMove }: WeekGridProps) {
  const now = wallTimeOf(new Date(useNow(30_000)), zone);
  const days = [0, 1, 2, 3, 4, 5, 6].map((distance) => addDays(firstDay, distance));
  const byHour = Map.groupBy(callbacks, ({ scheduledAt }) =>
    wallTimeOf(new Date(scheduledAt), zone).slice(0, 13),
  );
  const used = [...byHour.keys()].map((hour) => Number(hour.slice(11)));
  const first = Math.min(officeHours.first, ...used);
  const last = Math.max(officeHours.last, ...used);
  const hours = Array.from({ length: last - first + 1 }, (_, index) => twoDigits(first + index));
  return (
    <div
      role="region"
      tabIndex={0}
      aria-label={words.week.label}
      className="min-h-0 flex-1 overflow-auto border-t border-line bg-surface"
    >
      <table className="w-full min-w-[56rem] table-fixed border-collapse text-sm">
        <thead className="sticky top-0 z-10 bg-surface">
          <tr>
            <th scope="col" className="w-16 border-b border-line">
              <span className="sr-only">{words.week.hour}</span>
            </th>
            {days.map((day) => (
              <th
                key={day}
                scope="col"
                aria-current={now.startsWith(day) ? 'date' : undefined}
                className="border-b border-l border-line px-2 py-2 text-start text-xs font-medium text-muted aria-[current]:font-semibold aria-[current]:text-accent"
              >
                {formatWeekday(day, 'UTC')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour}>
              <th
                scope="row"
                className="border-b border-line px-2 py-1.5 text-end align-top text-xs font-normal whitespace-nowrap text-faint"
              >
                {formatHour(`${firstDay}T${hour}:00Z`, 'UTC')}
              </th>
              {days.map((day) => (
                <HourCell
                  key={day}
                  hour={`${day}T${hour}`}
                  now={now}
                  zone={zone}
                  callbacks={byHour.get(`${day}T${hour}`) ?? []}
                  onOpen={onOpen}
                  onDropped={(id) => {
                    const dropped = callbacks.find(({ _id }) => _id === id);
                    if (dropped === undefined) return;
                    const minutes = wallTimeOf(new Date(dropped.scheduledAt), zone).slice(13);
                    onMove?.(dropped, `${day}T${hour}${minutes}`);
                  }}
                  onMove={onMove}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HourCellProps {
  /** Such as `2026-11-24T13`. */
  readonly hour: string;
  readonly now: string;
  readonly zone: string;
  readonly callbacks: readonly Callback[];
  readonly onOpen: (callback: Callback) => void;
  readonly onDropped: (id: string) => void;
  readonly onMove: WeekGridProps['onMove'];
}

function HourCell({ hour, now, zone, callbacks, onOpen, onDropped, onMove }: HourCellProps) {
  const [isTarget, setIsTarget] = useState(false);
  const [isExpanded, setIsExpanded] = useState(false);
  const isPast = hour < now.slice(0, 13);
  const shown = isExpanded ? callbacks : callbacks.slice(0, maxShown);
  const hidden = callbacks.length - shown.length;
  const dropEvents = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(dragType)) return;
      event.preventDefault();
      setIsTarget(true);
    },
    onDragLeave: () => setIsTarget(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsTarget(false);
      onDropped(event.dataTransfer.getData(dragType));
    },
  };
  return (
    <td
      data-hour={hour}
      {...(!isPast && onMove !== undefined && dropEvents)}
      className={`h-11 border-b border-l border-line p-1 align-top ${isTarget ? 'bg-selected' : isPast ? 'bg-canvas' : ''}`}
    >
      <ul className="grid gap-1">
        {shown.map((callback) => (
          <li key={callback._id}>
            <Chip callback={callback} zone={zone} now={now} onOpen={onOpen} onMove={onMove} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="ghost" className="h-6! w-full px-1! text-xs!" onClick={() => setIsExpanded(true)}>
          {words.week.more(formatCount(hidden))}
        </Button>
      )}
    </td>
  );
}

interface ChipProps extends Pick<HourCellProps, 'zone' | 'now' | 'onOpen' | 'onMove'> {
  readonly callback: Callback;
}

const dayMs = 86_400_000;
const quarterMs = 15 * 60_000;
const moves: Readonly<Record<string, number>> = {
  ArrowLeft: -dayMs,
  ArrowRight: dayMs,
  ArrowUp: -quarterMs,
  ArrowDown: quarterMs,
};

function Chip({ callback, zone, now, onOpen, onMove }: ChipProps) {
  const { _id, phoneNumber, customerName, scheduledAt, status, notes } = callback;
  const wallTime = wallTimeOf(new Date(scheduledAt), zone);
  const isPending = status === 'pending';
  const isOverdue = isPending && wallTime < now;
  const onKeyDown = (event: KeyboardEvent) => {
    const distance = moves[event.key];
    if (!event.shiftKey || distance === undefined || !isPending || onMove === undefined) return;
    event.preventDefault();
    const moved = new Date(Date.parse(`${wallTime}Z`) + distance).toISOString().slice(0, 16);
    if (moved >= now) onMove(callback, moved);
  };
  const time = formatShortTime(scheduledAt, zone);
  const number = formatPhone(phoneNumber);
  const state = isOverdue ? words.overdue : followUpState(callback);
  const tone = isOverdue
    ? 'bg-warn-soft text-warn'
    : isPending
      ? 'bg-info-soft text-info'
      : 'bg-hover text-muted';
  return (
    <button
      type="button"
      data-callback={_id}
      draggable={isPending && onMove !== undefined}
      onDragStart={(event) => event.dataTransfer.setData(dragType, _id)}
      onKeyDown={onKeyDown}
      onClick={() => onOpen(callback)}
      aria-label={words.week.chip(time, customerName === null ? number : `${customerName}, ${number}`, state)}
      title={notes === '' ? state : `${state}: ${notes}`}
      className={`block w-full rounded-md px-1.5 py-1 text-start text-xs ${tone}`}
    >
      <span className="block font-semibold">{time}</span>
      <span className="block truncate">{customerName ?? number}</span>
    </button>
  );
}
