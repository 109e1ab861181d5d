import type { CallRecord, Conversation, Disposition, Task } from '@parley/sdk/client';
import { useMemo } from 'react';
import { useList } from '../../api.ts';

export type HistoryEntry =
  | { readonly kind: 'calls'; readonly id: string; readonly at: string; readonly call: CallRecord }
  | {
      readonly kind: 'messages';
      readonly id: string;
      readonly at: string;
      readonly conversation: Conversation;
    }
  | { readonly kind: 'tasks'; readonly id: string; readonly at: string; readonly task: Task }
  | {
      readonly kind: 'dispositions';
      readonly id: string;
      readonly at: string;
      readonly disposition: Disposition;
    };

export type HistoryKind = HistoryEntry['kind'];

interface ReadList {
  readonly rows: readonly { readonly createdAt: string }[];
  readonly hasNextPage: boolean;
}

/**
 * Returns the time up to which all rows are known: each list is read page by page, newest first, and the next page of a list may have older
 * rows than the last one that was read.
 */
const horizonOf = (lists: readonly ReadList[]): string =>
  lists
    .filter(({ hasNextPage }) => hasNextPage)
    .map(({ rows }) => rows.at(-1)?.createdAt ?? '')
    .reduce((latest, time) => (time > latest ? time : latest), '');

const pageSize = 50;
const refetchMs = 10_000;

/** What is stored about a phone number or an email address, newest first: of one kind, or of all kinds in one list. */
export function usePersonHistory(address: string, kind: HistoryKind | undefined) {
  const hasCalls = { refetchMs, enabled: !address.includes('@') };
  const limit = pageSize;
  const calls = useList('listCalls', { query: { phoneNumber: address, limit } }, hasCalls);
  const dispositions = useList('listDispositions', { query: { phoneNumber: address, limit } }, hasCalls);
  const messages = useList('listConversations', { query: { recipient: address, limit } }, { refetchMs });
  const tasks = useList('listTasks', { query: { address, limit } }, { refetchMs });
  const lists = { calls, messages, tasks, dispositions };
  const shown = kind === undefined ? Object.values(lists) : [lists[kind]];
  const horizon = horizonOf(shown);
  const entries = useMemo(() => {
    const all: HistoryEntry[] = [
      ...calls.rows.map((call) => ({ kind: 'calls' as const, id: call.callId, at: call.createdAt, call })),
      ...messages.rows.map((conversation) => ({
        kind: 'messages' as const,
        id: conversation._id,
        at: conversation.updatedAt,
        conversation,
      })),
      ...tasks.rows.map((task) => ({ kind: 'tasks' as const, id: task.id, at: task.createdAt, task })),
      ...dispositions.rows
        // A call shows its own disposition.
        .filter(({ callId, scheduledAt }) => kind !== undefined || callId === null || scheduledAt !== null)
        .map((disposition) => ({
          kind: 'dispositions' as const,
          id: disposition._id,
          at: disposition.createdAt,
          disposition,
        })),
    ];
    return all
      .filter((entry) => (kind === undefined || entry.kind === kind) && entry.at >= horizon)
      .sort((a, b) => (a.at < b.at ? 1 : -1));
  }, [calls.rows, messages.rows, tasks.rows, dispositions.rows, kind, horizon]);
  return {
    entries,
    totals: {
      calls: calls.total,
      messages: messages.total,
      tasks: tasks.total,
      dispositions: dispositions.total,
    },
    /** The name in the newest call, or else in the newest conversation that has one. */
    name:
      calls.rows.find(({ customer }) => customer.name !== undefined)?.customer.name ??
      messages.rows.find(({ customer }) => customer.name !== undefined)?.customer.name,
    /** The time zone in the newest call that has one. */
    timezone: calls.rows.find(({ customer }) => customer.timezone !== undefined)?.customer.timezone,
    isPending: shown.some(({ isLoading }) => isLoading),
    error: shown.find(({ error }) => error !== null)?.error ?? null,
    hasMore: shown.some(({ hasNextPage }) => hasNextPage),
    isFetchingMore: shown.some(({ isFetchingNextPage }) => isFetchingNextPage),
    /** Reads the next page of the lists that hide older rows of the others. */
    showMore: () => {
      for (const list of shown)
        if (list.hasNextPage && list.rows.at(-1)?.createdAt === horizon) void list.fetchNextPage();
    },
    refetch: () => {
      for (const list of shown) void list.refetch();
    },
  };
}
