import type { Message, MessageStatus } from '@parley/sdk/client';
import { useEffect, useRef, useState } from 'react';
import { api, useChange } from '../../api.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { TextArea } from '../../components/field.tsx';
import { FormError } from '../../components/states.tsx';
import { RelativeTime } from '../../components/time.tsx';
import { text } from '../../text/index.ts';
import { useEditorName } from '../editing/use-editor-name.ts';
import { useCan } from '../session/session.ts';
import { conversationChanges } from './conversation-changes.ts';
import { isSendKey } from './send-key.ts';

const words = text.inbox;

const tones: Record<MessageStatus, Tone> = {
  pending_approval: 'warn',
  approved: 'info',
  scheduled: 'info',
  sending: 'info',
  sent: 'neutral',
  delivered: 'ok',
  unknown: 'warn',
  failed: 'bad',
  rejected: 'neutral',
  received: 'neutral',
};

interface ThreadMessageProps {
  readonly conversationId: string;
  readonly message: Message;
  readonly onDecided: () => void;
}

export function ThreadMessage({ conversationId, message, onDecided }: ThreadMessageProps) {
  const nameOf = useEditorName(words.origins[message.origin]);
  const isInbound = message.direction === 'inbound';
  const place = isInbound ? 'justify-self-start bg-surface' : 'justify-self-end bg-selected';
  return (
    <li className={`max-w-[85%] rounded-lg border border-line px-3 py-2 ${place}`}>
      {message.subject !== null && <p className="mb-1 text-sm font-medium">{message.subject}</p>}
      <p className="break-words whitespace-pre-wrap">{message.message}</p>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <span>
          {nameOf(message.writtenBy)} · <RelativeTime value={message.createdAt} />
        </span>
        {message.segments !== null && message.segments > 1 && <span>{words.segments(message.segments)}</span>}
        {!isInbound && <Badge tone={tones[message.status]}>{words.statuses[message.status]}</Badge>}
      </p>
      {message.failure !== null && <p className="mt-1 text-xs text-bad">{message.failure}</p>}
      {message.status === 'pending_approval' && (
        <Approval conversationId={conversationId} message={message} onDecided={onDecided} />
      )}
      {message.status === 'unknown' && <Resolution conversationId={conversationId} message={message} />}
    </li>
  );
}

/** Approves, edits or rejects a draft: with buttons, or with the keys A, E and R. */
function Approval({ conversationId, message, onDecided }: ThreadMessageProps) {
  const [edited, setEdited] = useState<string>();
  const canWrite = useCan('messages:send');
  const canReject = useCan('conversations:write');
  const path = { conversationId, messageId: message._id };
  const options = { changes: conversationChanges, onSuccess: onDecided };
  const approve = useChange(
    () => api.approveMessage({ path, body: edited === undefined ? {} : { message: edited } }),
    options,
  );
  const reject = useChange(() => api.rejectMessage({ path, body: {} }), options);
  const isPending = approve.isPending || reject.isPending;
  useDecisionKeys(canWrite && !isPending && edited === undefined, {
    a: () => approve.mutate(undefined),
    e: () => setEdited(message.message),
    r: () => reject.mutate(undefined),
  });
  return (
    <div className="mt-2 grid gap-2 border-t border-line pt-2">
      {message.missingVariables.length > 0 && (
        <p className="text-xs text-bad">{words.missingVariables(message.missingVariables.join(', '))}</p>
      )}
      {edited !== undefined && (
        <EditedDraft
          draft={message.message}
          value={edited}
          onValue={setEdited}
          onApprove={() => approve.mutate(undefined)}
          onCancel={() => setEdited(undefined)}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={!canWrite}
          pending={approve.isPending}
          onClick={() => approve.mutate(undefined)}
        >
          {edited === undefined ? words.approve : words.approveEdited}
        </Button>
        {edited === undefined ? (
          <Button disabled={!canWrite} onClick={() => setEdited(message.message)}>
            {words.edit}
          </Button>
        ) : (
          <Button onClick={() => setEdited(undefined)}>{words.cancelEdit}</Button>
        )}
        <Button
          variant="danger"
          disabled={!canReject}
          pending={reject.isPending}
          onClick={() => reject.mutate(undefined)}
        >
          {words.reject}
        </Button>
      </div>
      {!canWrite && <p className="text-xs text-muted">{text.common.forbidden('messages:send')}</p>}
      <FormError message={approve.message || reject.message} />
    </div>
  );
}

interface EditedDraftProps {
  readonly draft: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly onApprove: () => void;
  readonly onCancel: () => void;
}

/** The text of a draft. Ctrl+Enter approves it. Escape closes it only if it is the draft, so that the key never discards a text. */
function EditedDraft({ draft, value, onValue, onApprove, onCancel }: EditedDraftProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    input.current?.focus();
  }, []);
  return (
    <>
      <TextArea
        ref={input}
        aria-label={words.draft}
        value={value}
        onValue={onValue}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value === draft) onCancel();
          else if (isSendKey(event)) onApprove();
        }}
      />
      <p className="text-xs text-faint max-md:hidden">{words.editHint}</p>
    </>
  );
}

function useDecisionKeys(isActive: boolean, actions: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    if (!isActive) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (isTyping || event.metaKey || event.ctrlKey || event.altKey) return;
      const action = actions[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

/** Decides a message of which it is not known whether the carrier has sent it. */
function Resolution({ conversationId, message }: Pick<ThreadMessageProps, 'conversationId' | 'message'>) {
  const canWrite = useCan('messages:send');
  const resolve = useChange(
    (outcome: 'sent' | 'failed' | 'resend') =>
      api.resolveMessage({ path: { conversationId, messageId: message._id }, body: { outcome } }),
    { changes: conversationChanges },
  );
  return (
    <div className="mt-2 grid gap-2 border-t border-line pt-2">
      <p className="text-xs text-muted">{words.resolveQuestion}</p>
      <div className="flex flex-wrap gap-2">
        {(['sent', 'failed', 'resend'] as const).map((outcome) => (
          <Button
            key={outcome}
            disabled={!canWrite}
            pending={resolve.isPending}
            onClick={() => resolve.mutate(outcome)}
          >
            {words.resolve[outcome]}
          </Button>
        ))}
      </div>
      <FormError message={resolve.message} />
    </div>
  );
}
