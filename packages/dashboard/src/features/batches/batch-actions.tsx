import type { Batch } from '@parley/sdk/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, queryClient, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Confirm, Dialog } from '../../components/dialog.tsx';
import { FormError, LoadingState } from '../../components/states.tsx';
import { formatCount } from '../../format.ts';
import { text } from '../../text/index.ts';
import { useCan } from '../session/session.ts';
import { AgainFacts, TextTheRest } from './text-the-rest.tsx';

const words = text.batches.batch;

/** Pause, resume and cancel an open batch; call the rest of an ended one; text the rest of both. */
export function BatchActions({ batch }: { readonly batch: Batch }) {
  const { batchId, status, pending } = batch;
  const canWrite = useCan('batches:write');
  const path = { batchId };
  const readAgain = () =>
    Promise.all(
      [['getBatch', batchId], ['getBatchProgress', batchId], ['listBatchCalls'], ['listBatches']].map(
        (queryKey) => queryClient.invalidateQueries({ queryKey }),
      ),
    );
  const blocked = {
    disabled: !canWrite,
    title: canWrite ? undefined : text.common.forbidden('batches:write'),
  };
  const resume = useChange(() => api.resumeBatch({ path }), { changes: ['getBatch', 'getBatchProgress'] });
  if (['completed', 'cancelled', 'failed'].includes(status))
    return (
      <>
        <TextTheRest batchId={batchId} />
        <CallTheRest batch={batch} {...blocked} />
      </>
    );
  return (
    <>
      <TextTheRest batchId={batchId} />
      {status === 'paused' ? (
        <Button
          variant="primary"
          {...blocked}
          pending={resume.isPending}
          onClick={() => resume.mutate(undefined)}
        >
          {words.resume}
        </Button>
      ) : (
        <Confirm
          trigger={(open) => (
            <Button {...blocked} onClick={open}>
              {words.pause}
            </Button>
          )}
          title={words.pauseTitle}
          description={words.pauseDescription}
          action={words.pause}
          onConfirm={() => api.pauseBatch({ path }).then(readAgain)}
        />
      )}
      <Confirm
        trigger={(open) => (
          <Button variant="danger" {...blocked} onClick={open}>
            {words.cancel}
          </Button>
        )}
        title={words.cancelTitle}
        description={words.cancelDescription(formatCount(pending))}
        action={words.cancel}
        dismiss={words.keep}
        onConfirm={() => api.cancelBatch({ path }).then(readAgain)}
      />
      <FormError message={resume.message} />
    </>
  );
}

interface CallTheRestProps {
  readonly batch: Batch;
  readonly disabled: boolean;
  readonly title: string | undefined;
}

/** Counts the people who were not reached, and calls them in a new batch. */
function CallTheRest({ batch: { batchId, cancelled }, disabled, title }: CallTheRestProps) {
  const [isOpen, setIsOpen] = useState(false);
  const navigate = useNavigate();
  const path = { batchId };
  const count = useChange(() => api.retryFailedRows({ path, body: { dryRun: true } }), { changes: [] });
  const call = useChange(() => api.retryFailedRows({ path, body: {} }), {
    changes: ['listBatches'],
    onSuccess: (created) => {
      setIsOpen(false);
      if (created.batchId !== null)
        void navigate({ to: '/batches/$batchId', params: { batchId: created.batchId } });
    },
  });
  const open = () => {
    setIsOpen(true);
    call.reset();
    count.mutate(undefined);
  };
  const { data } = count;
  return (
    <>
      <Button disabled={disabled} title={title} onClick={open}>
        {words.again}
      </Button>
      <Dialog
        title={words.againTitle}
        description={data?.toCall === 0 ? words.againNone : undefined}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
      >
        {count.isPending && <LoadingState />}
        {data !== undefined && <AgainFacts counts={data} wording={words.againFacts} always="toCall" />}
        {cancelled > 0 && (
          <p className="text-sm text-muted">{words.againCancelled(formatCount(cancelled))}</p>
        )}
        <FormError message={count.message || call.message} />
        <div className="flex justify-end gap-2">
          <Button onClick={() => setIsOpen(false)}>{text.common.cancel}</Button>
          <Button
            variant="primary"
            disabled={data === undefined || data.toCall === 0}
            pending={call.isPending}
            onClick={() => call.mutate(undefined)}
          >
            {words.againCount(formatCount(data?.toCall ?? 0))}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
