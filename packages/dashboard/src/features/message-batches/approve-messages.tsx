import type { MessageBatch } from '@parley/sdk/client';
import { api, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Section } from '../../components/page.tsx';
import { FormError } from '../../components/states.tsx';
import { formatCount, formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';
import { useCan } from '../session/session.ts';
import { ComposedMessageText } from './composed-message.tsx';
import { messageBatchChanges } from './message-batch-actions.tsx';

const words = text.messageBatches.batch;

/** The first messages as they will be sent, and one button that sends all. */
export function ApproveMessages({
  batch: { batchId, firstMessages, pending },
}: {
  readonly batch: MessageBatch;
}) {
  const canSend = useCan('messages:send');
  const approve = useChange(() => api.approveMessageBatch({ path: { batchId } }), {
    changes: messageBatchChanges,
  });
  return (
    <Section
      title={words.approveTitle}
      actions={
        <Button
          variant="primary"
          disabled={!canSend}
          title={canSend ? undefined : text.common.forbidden('messages:send')}
          pending={approve.isPending}
          onClick={() => approve.mutate(undefined)}
        >
          {words.approve(formatCount(pending))}
        </Button>
      }
    >
      <p className="px-4 pt-3 text-sm text-muted">{words.approveHint}</p>
      <FormError message={approve.message} />
      <ol className="divide-y divide-line px-4 py-1">
        {firstMessages.map((message) => (
          <li key={message.row} className="grid gap-x-4 py-2 text-sm md:grid-cols-[10rem_1fr]">
            <span className="text-muted">{formatPhone(message.to)}</span>
            <ComposedMessageText message={message} />
          </li>
        ))}
      </ol>
    </Section>
  );
}
