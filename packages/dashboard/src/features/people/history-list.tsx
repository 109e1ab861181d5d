import type { CallRecord, Conversation, Disposition, Task } from '@parley/sdk/client';
import { Link, type LinkProps } from '@tanstack/react-router';
import {
  CalendarClock,
  Mail,
  MessageSquare,
  PhoneIncoming,
  PhoneOutgoing,
  SquareCheck,
  Tag,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import { RelativeTime } from '../../components/time.tsx';
import { formatCount, formatDuration } from '../../format.ts';
import { text } from '../../text/index.ts';
import { CallStatusBadge } from '../calls/call-status.tsx';
import { callbackTime, type CallbackZones } from '../dispositions/callback-time.ts';
import { dispositionName, DispositionStatusBadge } from '../dispositions/disposition-text.tsx';
import { taskLink } from '../tasks/task-link.ts';
import type { HistoryEntry } from './person-history.ts';

const words = text.people;

interface Line {
  readonly Icon: LucideIcon;
  readonly title: string;
  /** Beside the title. */
  readonly about: string;
  readonly detail: string;
  readonly badge: ReactNode;
  readonly link: LinkProps | undefined;
}

const joined = (...parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(' · ');

function callLine(call: CallRecord): Line {
  const { callId, direction, agent, disposition, durationSeconds, notes } = call;
  return {
    Icon: direction === 'inbound' ? PhoneIncoming : PhoneOutgoing,
    title: words.directions[direction],
    about: agent.name,
    detail: joined(
      disposition !== null && dispositionName(disposition),
      durationSeconds !== null && formatDuration(durationSeconds),
      notes,
    ),
    badge: <CallStatusBadge {...call} />,
    link: { to: '/calls/$callId', params: { callId } },
  };
}

function conversationLine({ _id, channel, messages, messageCount, attention }: Conversation): Line {
  return {
    Icon: channel === 'email' ? Mail : MessageSquare,
    title: words.channels[channel],
    about: words.messages(formatCount(messageCount)),
    detail: messages.at(-1)?.message ?? '',
    badge: attention !== null && <Badge tone="warn">{words.attention}</Badge>,
    link: { to: '/inbox', search: { conversation: _id } },
  };
}

function taskLine(task: Task): Line {
  const { kind, status, reason, note, assignee } = task;
  return {
    Icon: SquareCheck,
    title: text.tasks.kinds[kind],
    about: assignee ?? '',
    detail: note === '' ? reason : note,
    badge: <Badge tone={status === 'open' ? 'warn' : 'neutral'}>{text.tasks.statuses[status]}</Badge>,
    link: taskLink(task),
  };
}

function dispositionLine(entry: Disposition, zones: CallbackZones): Line {
  const { disposition, scheduledAt, notes, agentName } = entry;
  const callId = entry.followUpCallId ?? entry.callId;
  return {
    Icon: scheduledAt === null ? Tag : CalendarClock,
    title: dispositionName(disposition),
    about: joined(scheduledAt !== null && words.scheduledFor(callbackTime(scheduledAt, zones)), agentName),
    detail: notes,
    badge: <DispositionStatusBadge {...entry} />,
    link: callId === null ? undefined : { to: '/calls/$callId', params: { callId } },
  };
}

function lineOf(entry: HistoryEntry, zones: CallbackZones): Line {
  switch (entry.kind) {
    case 'calls':
      return callLine(entry.call);
    case 'messages':
      return conversationLine(entry.conversation);
    case 'tasks':
      return taskLine(entry.task);
    case 'dispositions':
      return dispositionLine(entry.disposition, zones);
  }
}

/** Calls, conversations, tasks and dispositions in one list. Each opens its page. */
export const HistoryList = ({
  entries,
  zones,
}: {
  readonly entries: readonly HistoryEntry[];
  /** The time zones of scheduled times. */
  readonly zones: CallbackZones;
}) => (
  <ol>
    {entries.map((entry) => (
      <HistoryItem key={entry.id} line={lineOf(entry, zones)} at={entry.at} />
    ))}
  </ol>
);

function HistoryItem({ line, at }: { readonly line: Line; readonly at: string }) {
  const { Icon, title, about, detail, badge, link } = line;
  return (
    <li
      className={`relative grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-3 border-t border-line px-4 py-2.5 text-sm first:border-t-0 ${link === undefined ? '' : 'hover:bg-hover has-[a:focus-visible]:bg-selected'}`}
    >
      <Icon aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 text-faint" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          {link === undefined ? (
            <span className="font-medium">{title}</span>
          ) : (
            <Link {...link} className="font-medium after:absolute after:inset-0 after:content-['']">
              {title}
            </Link>
          )}
          {about !== '' && <span className="min-w-0 break-words text-muted">{about}</span>}
          {badge}
        </p>
        {detail !== '' && (
          <p className="truncate text-muted" title={detail}>
            {detail}
          </p>
        )}
      </div>
      <span className="text-xs leading-5 text-faint">
        <RelativeTime value={at} />
      </span>
    </li>
  );
}
