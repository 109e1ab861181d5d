import type { Conversation } from '@parley/sdk/client';
import { Link, useSearch } from '@tanstack/react-router';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { RelativeTime } from '../../components/time.tsx';
import { formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';

const words = text.inbox;

interface ConversationListProps {
  readonly query: {
    readonly rows: readonly Conversation[];
    readonly isPending: boolean;
    readonly error: unknown;
    readonly refetch: () => unknown;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  readonly chosenId: string | undefined;
  readonly emptyText: string;
}

/** The name, or else the address, of the customer. */
export const customerOf = ({ customer }: Pick<Conversation, 'customer'>): string =>
  customer.name ?? (customer.phone === undefined ? (customer.email ?? '') : formatPhone(customer.phone));

export function ConversationList({ query, chosenId, emptyText }: ConversationListProps) {
  if (query.isPending) return <LoadingState />;
  if (query.error !== null && query.rows.length === 0)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (query.rows.length === 0) return <EmptyState title={words.emptyTitle}>{emptyText}</EmptyState>;
  return (
    <nav aria-label={words.list} className="min-h-0 flex-1 overflow-y-auto">
      <ul className="divide-y divide-line">
        {query.rows.map((conversation) => (
          <ConversationItem
            key={conversation._id}
            conversation={conversation}
            isChosen={conversation._id === chosenId}
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="p-3 text-center">
          <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {text.common.more}
          </Button>
        </div>
      )}
    </nav>
  );
}

/** What is to be done about the last message, or the channel. */
function ConversationState({ messages, channel }: Conversation) {
  const { status } = messages.at(-1) ?? {};
  if (messages.some((message) => message.status === 'pending_approval'))
    return <Badge tone="warn">{words.views.approval}</Badge>;
  if (status === 'rejected' || status === 'failed') return <Badge tone="bad">{words.statuses[status]}</Badge>;
  return <span className="text-xs text-faint">{words.channels[channel]}</span>;
}

function ConversationItem({
  conversation,
  isChosen,
}: {
  readonly conversation: Conversation;
  readonly isChosen: boolean;
}) {
  const search = useSearch({ from: '/shell/inbox' });
  const last = conversation.messages.at(-1);
  return (
    <li>
      <Link
        to="/inbox"
        search={{ ...search, conversation: conversation._id }}
        aria-current={isChosen}
        className={`grid grid-cols-1 gap-0.5 px-4 py-2.5 outline-offset-[-2px] hover:bg-hover ${isChosen ? 'bg-selected' : ''}`}
      >
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate text-sm font-medium">{customerOf(conversation)}</span>
          <span className="text-xs text-faint">
            <RelativeTime value={conversation.updatedAt} />
          </span>
        </span>
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate text-sm text-muted">{last?.message ?? ''}</span>
          <ConversationState {...conversation} />
        </span>
      </Link>
    </li>
  );
}
