import type { MessageBatch } from '@parley/sdk/client';
import { api, queryClient, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { FormError } from '../../components/states.tsx';
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

/** Pause, resume and cancel, while the batch is open. */
export function MessageBatchActions({ batch: { batchId, status } }: { readonly batch: MessageBatch }) {
  const canSend = useCan('messages:send');
  const path = { batchId };
  const resume = useChange(() => api.resumeMessageBatch({ path }), { changes: messageBatchChanges });
  if (status === 'completed' || status === 'cancelled') return null;
  const blocked = { disabled: !canSend, title: canSend ? undefined : text.common.forbidden('messages:send') };
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
