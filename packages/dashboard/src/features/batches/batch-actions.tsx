import type { Batch } from '@parley/sdk/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, queryClient, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Confirm, Dialog } from '../../components/dialog.tsx';
import { Facts } from '../../components/page.tsx';
import { FormError, LoadingState } from '../../components/states.tsx';
import { formatCount } from '../../format.ts';
import { text } from '../../text/index.ts';
import { useCan } from '../session/session.ts';

const words = text.batches.batch;

/** Pause, resume and cancel an open batch; call the rest of an ended one. */
export function BatchActions({ batch: { batchId, status, pending } }: { readonly batch: Batch }) {
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
    return <CallTheRest batchId={batchId} {...blocked} />;
  return (
    <>
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
        onConfirm={() => api.cancelBatch({ path }).then(readAgain)}
      />
      <FormError message={resume.message} />
    </>
  );
}

interface CallTheRestProps {
  readonly batchId: string;
  readonly disabled: boolean;
  readonly title: string | undefined;
}

/** Counts the people who were not reached, and calls them in a new batch. */
function CallTheRest({ batchId, disabled, title }: CallTheRestProps) {
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
        {data !== undefined && (
          <Facts
            facts={(Object.keys(words.againFacts) as (keyof typeof words.againFacts)[])
              .filter((name) => data[name] > 0 || name === 'toCall')
              .map((name) => [words.againFacts[name], formatCount(data[name])])}
          />
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
