import type { MessageBatch } from '@parley/sdk/client';
import { useNavigate } from '@tanstack/react-router';
import { api, queryClient, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { FormError } from '../../components/states.tsx';
import { formatCount } from '../../format.ts';
import { text } from '../../text/index.ts';
import { useCan } from '../session/session.ts';

const words = text.batches.batch;

/** Queries that a change of a batch makes outdated. */
export const messageBatchChanges = [
  'getMessageBatch',
  'getMessageBatchProgress',
  'listMessageBatches',
  'listBatchMessages',
];

const readAgain = () =>
  Promise.all(messageBatchChanges.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));

/** Pause, resume and cancel an open batch; retry the failed messages of an ended one. */
export function MessageBatchActions({
  batch: { batchId, status, failed },
}: {
  readonly batch: MessageBatch;
}) {
  const canSend = useCan('messages:send');
  const path = { batchId };
  const resume = useChange(() => api.resumeMessageBatch({ path }), { changes: messageBatchChanges });
  const blocked = { disabled: !canSend, title: canSend ? undefined : text.common.forbidden('messages:send') };
  if (status === 'completed' || status === 'cancelled')
    return failed === 0 ? null : <RetryFailed batchId={batchId} failed={failed} {...blocked} />;
  return (
    <>
      {status === 'paused' && (
        <Button
          variant="primary"
          {...blocked}
          pending={resume.isPending}
          onClick={() => resume.mutate(undefined)}
        >
          {words.resume}
        </Button>
      )}
      {(status === 'running' || status === 'scheduled') && (
        <Confirm
          trigger={(open) => (
            <Button {...blocked} onClick={open}>
              {words.pause}
            </Button>
          )}
          title={words.pauseTitle}
          description={text.messageBatches.batch.pauseDescription}
          action={words.pause}
          onConfirm={() => api.pauseMessageBatch({ path }).then(readAgain)}
        />
      )}
      <Confirm
        trigger={(open) => (
          <Button variant="danger" {...blocked} onClick={open}>
            {words.cancel}
          </Button>
        )}
        title={words.cancelTitle}
        description={text.messageBatches.batch.cancelDescription}
        action={words.cancel}
        onConfirm={() => api.cancelMessageBatch({ path }).then(readAgain)}
      />
      <FormError message={resume.message} />
    </>
  );
}

interface RetryFailedProps {
  readonly batchId: string;
  readonly failed: number;
  readonly disabled: boolean;
  readonly title: string | undefined;
}

/** Sends the failed messages in a new batch, and opens it. */
function RetryFailed({ batchId, failed, disabled, title }: RetryFailedProps) {
  const navigate = useNavigate();
  const retry = async () => {
    const created = await api.retryFailedMessages({ path: { batchId }, body: {} });
    await readAgain();
    void navigate({ to: '/batches/messages/$batchId', params: { batchId: created.batchId } });
  };
  return (
    <Confirm
      trigger={(open) => (
        <Button disabled={disabled} title={title} onClick={open}>
          {text.messageBatches.batch.retry}
        </Button>
      )}
      title={text.messageBatches.batch.retryTitle}
      description={text.messageBatches.batch.retryDescription(formatCount(failed))}
      action={text.messageBatches.batch.retry}
      onConfirm={retry}
    />
  );
}
