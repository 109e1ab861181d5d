import type { Conversation } from '@parley/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { api, useChange } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Field, TextArea } from '../../components/field.tsx';
import { PersonLink } from '../../components/person-link.tsx';
import { FormError, QueryState } from '../../components/states.tsx';
import { RelativeTime } from '../../components/time.tsx';
import { text } from '../../text/index.ts';
import { useCan } from '../session/session.ts';
import { conversationChanges } from './conversation-changes.ts';
import { customerOf } from './conversation-list.tsx';
import { isSendKey } from './send-key.ts';
import { ThreadMessage } from './thread-message.tsx';

const words = text.inbox;

interface ThreadProps {
  readonly conversationId: string;
  readonly onBack: () => void;
  /** The draft of the conversation was approved or rejected. */
  readonly onDecided: () => void;
}

/** All messages of one conversation, its draft, and the reply of a person. */
export function ConversationThread({ conversationId, onBack, onDecided }: ThreadProps) {
  const query = useQuery({
    queryKey: ['getConversation', conversationId],
    queryFn: ({ signal }) => api.getConversation({ path: { conversationId }, signal }),
    refetchInterval: 3_000,
  });
  return (
    <QueryState query={query}>
      {(conversation) => <Thread conversation={conversation} onBack={onBack} onDecided={onDecided} />}
    </QueryState>
  );
}

function Thread({
  conversation,
  onBack,
  onDecided,
}: { readonly conversation: Conversation } & Omit<ThreadProps, 'conversationId'>) {
  const end = useRef<HTMLDivElement>(null);
  const count = conversation.messages.length;
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, [count]);
  return (
    <section aria-label={customerOf(conversation)} className="flex h-full flex-col">
      <header className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-4 py-2.5">
        <Button isIcon variant="ghost" aria-label={words.back} onClick={onBack} className="md:hidden">
          <ArrowLeft aria-hidden size={18} />
        </Button>
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-medium">{customerOf(conversation)}</h2>
          <p className="truncate text-xs text-muted">
            <PersonLink address={conversation.customer.phone ?? conversation.customer.email ?? ''} />
          </p>
        </div>
        {conversation.attention !== null && (
          <Badge tone="warn">{words.attention[conversation.attention] ?? words.views.attention}</Badge>
        )}
        <TakeOver conversation={conversation} />
      </header>
      <Warnings warnings={conversation.warnings} />
      <div
        role="log"
        tabIndex={0}
        aria-label={words.list}
        className="min-h-0 flex-1 overflow-y-auto px-4 py-4"
      >
        <ol className="mx-auto grid max-w-2xl gap-3">
          {conversation.messages.map((message) => (
            <ThreadMessage
              key={message._id}
              conversationId={conversation._id}
              message={message}
              onDecided={onDecided}
            />
          ))}
        </ol>
        <div ref={end} />
      </div>
      <Reply conversation={conversation} />
    </section>
  );
}

/** The messages that the flow could not send to others. */
function Warnings({ warnings }: Pick<Conversation, 'warnings'>) {
  if (warnings.length === 0) return null;
  return (
    <details className="max-h-48 shrink-0 overflow-y-auto border-b border-line bg-warn-soft px-4 py-2 text-sm text-warn">
      <summary className="font-medium">{words.warnings(warnings.length)}</summary>
      <ul className="mt-2 grid gap-1.5">
        {warnings.map(({ nodeId, text: reason, at }) => (
          <li key={`${nodeId} ${at}`} className="break-words">
            {words.warning(nodeId, reason)} · <RelativeTime value={at} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function TakeOver({
  conversation: { _id: conversationId, takenOver, status, attention },
}: {
  readonly conversation: Conversation;
}) {
  const canWrite = useCan('conversations:write');
  const path = { conversationId };
  const isTaken = takenOver !== null;
  const change = useChange(
    async () => {
      await (isTaken ? api.releaseConversation({ path }) : api.takeOverConversation({ path }));
    },
    { changes: conversationChanges },
  );
  if (status === 'closed') return null;
  const release = attention === 'no_agent' ? words.releaseToNobody : words.release;
  return (
    <Button
      disabled={!canWrite}
      title={change.message || undefined}
      pending={change.isPending}
      onClick={() => change.mutate(undefined)}
    >
      {isTaken ? release : words.takeOver}
    </Button>
  );
}

function Reply({
  conversation: { _id: conversationId, takenOver, status },
}: {
  readonly conversation: Conversation;
}) {
  const [message, setMessage] = useState('');
  const canSend = useCan('messages:send');
  const send = useChange(() => api.writeMessage({ path: { conversationId }, body: { message } }), {
    changes: conversationChanges,
    onSuccess: () => setMessage(''),
  });
  return (
    <form
      className="grid gap-2 border-t border-line bg-surface px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate(undefined);
      }}
    >
      {takenOver !== null && <p className="text-xs text-muted">{words.takenOver}</p>}
      {status === 'closed' && <p className="text-xs text-muted">{words.ended}</p>}
      <Field label={words.reply} hint={words.replyHint} error={send.fields['message']}>
        <TextArea
          required
          rows={2}
          value={message}
          onValue={setMessage}
          disabled={!canSend}
          onKeyDown={(event) => {
            if (isSendKey(event)) event.currentTarget.form?.requestSubmit();
          }}
        />
      </Field>
      <FormError message={send.message} />
      <div className="flex items-center justify-end gap-3">
        {!canSend && <p className="text-xs text-muted">{text.common.forbidden('messages:send')}</p>}
        <Button type="submit" variant="primary" disabled={!canSend} pending={send.isPending}>
          {words.send}
        </Button>
      </div>
    </form>
  );
}
