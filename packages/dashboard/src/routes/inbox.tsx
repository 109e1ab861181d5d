import type { ListConversationsData } from '@parley/sdk/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useList } from '../api.ts';
import { Select } from '../components/field.tsx';
import { Page } from '../components/page.tsx';
import { SearchInput } from '../components/search-input.tsx';
import { EmptyState } from '../components/states.tsx';
import { ConversationList } from '../features/inbox/conversation-list.tsx';
import { ConversationThread } from '../features/inbox/conversation-thread.tsx';
import { text } from '../text/index.ts';
import { optionsOf } from '../text/options.ts';

const words = text.inbox;

type View = keyof typeof words.views;

const filters: Record<View, NonNullable<ListConversationsData['query']>> = {
  all: {},
  approval: { messageStatus: 'pending_approval' },
  attention: { attention: 'any' },
  unknown: { messageStatus: 'unknown' },
};

const isView = (view: string | undefined): view is View => view !== undefined && Object.hasOwn(filters, view);

/** Conversations beside the thread of the chosen one. Both are in the URL. */
export function InboxPage() {
  const search = useSearch({ from: '/shell/inbox' });
  const navigate = useNavigate({ from: '/inbox' });
  const view = isView(search.view) ? search.view : 'all';
  const searched = search.search !== undefined && { search: search.search };
  const query = { limit: 50, sort: 'updatedAt' as const, ...filters[view], ...searched };
  const conversations = useList('listConversations', { query }, { refetchMs: 5_000 });
  const { conversation: chosenId } = search;
  const choose = (conversation: string | undefined) =>
    void navigate({
      search: { ...omit(search, 'conversation'), ...(conversation !== undefined && { conversation }) },
    });
  const chooseNext = (step: number) => {
    const ids = conversations.rows.map(({ _id }) => _id);
    const next = ids[chosenId === undefined ? 0 : ids.indexOf(chosenId) + step];
    if (next !== undefined) choose(next);
  };
  useMoveKeys(chooseNext);
  return (
    <Page isFull title={words.title}>
      <div className="flex h-full border-t border-line">
        <div
          className={`flex w-80 shrink-0 flex-col border-r border-line bg-surface max-md:w-full ${chosenId === undefined ? '' : 'max-md:hidden'}`}
        >
          <div className="grid gap-2 border-b border-line p-3 [&_input]:max-w-none">
            <Select
              aria-label={words.view}
              value={view}
              onValue={(value) => void navigate({ search: value === 'all' ? {} : { view: value } })}
              options={optionsOf(words.views)}
            />
            <SearchInput
              label={words.search}
              initial={search.search ?? ''}
              onSearch={(value) =>
                void navigate({
                  search: { ...omit(search, 'search'), ...(value !== '' && { search: value }) },
                  replace: true,
                })
              }
            />
          </div>
          <ConversationList
            query={conversations}
            chosenId={chosenId}
            emptyText={view === 'all' ? words.empty : words.emptyView}
          />
          <p className="mt-auto border-t border-line px-4 py-2 text-xs text-faint max-md:hidden">
            {words.chooseHint}
          </p>
        </div>
        <div className={`min-w-0 flex-1 ${chosenId === undefined ? 'max-md:hidden' : ''}`}>
          {chosenId === undefined ? (
            <EmptyState title={words.choose} />
          ) : (
            <ConversationThread
              key={chosenId}
              conversationId={chosenId}
              onBack={() => choose(undefined)}
              onDecided={() => chooseNext(1)}
            />
          )}
        </div>
      </div>
    </Page>
  );
}

function omit<Value extends object, Name extends keyof Value>(value: Value, name: Name): Omit<Value, Name> {
  const { [name]: _omitted, ...others } = value;
  return others;
}

const steps: Readonly<Record<string, number>> = { j: 1, k: -1 };

/** J and K choose the next and the previous conversation, except while a text is entered. */
function useMoveKeys(move: (step: number) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = steps[event.key];
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (step === undefined || isTyping || event.metaKey || event.ctrlKey || event.altKey) return;
      event.preventDefault();
      move(step);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [move]);
}
