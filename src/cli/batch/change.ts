import type { Batch, ParleyClient } from '../../../packages/sdk/src/client.ts';
import { changeMessages, isMessageBatch } from './messages.ts';
import type { Output } from '../output.ts';

/** Pauses, resumes or cancels a batch. `hangup` also hangs up the active calls of a cancelled batch. */
export async function changeBatch(
  client: ParleyClient,
  {
    batchId,
    change,
    hangup,
  }: { readonly batchId: string; readonly change: Change; readonly hangup?: boolean },
  output: Output,
): Promise<void> {
  if (isMessageBatch(batchId)) return changeMessages(client, { batchId, change }, output);
  const path = { batchId };
  const batch = await requests[change](client, path, hangup === true);
  output.line(`${batch.status}  ${batch.pending} pending, ${batch.dialing + batch.inProgress} active`);
  output.result(batch);
}

export type Change = 'pause' | 'resume' | 'cancel';

type SendChange = (client: ParleyClient, path: { batchId: string }, hangup: boolean) => Promise<Batch>;

const requests: Readonly<Record<Change, SendChange>> = {
  pause: (client, path) => client.pauseBatch({ path }),
  resume: (client, path) => client.resumeBatch({ path }),
  cancel: (client, path, hangup) =>
    client.cancelBatch({ path, query: { hangup: hangup ? 'true' : 'false' } }),
};
