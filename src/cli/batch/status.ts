import type { ParleyClient } from '../../../packages/sdk/src/client.ts';
import type { Output } from '../output.ts';
import { progressLine } from './progress.ts';

/** Shows the progress of a batch and the reason of its status. */
export async function showStatus(
  client: Pick<ParleyClient, 'getBatchProgress' | 'getBatch'>,
  batchId: string,
  output: Output,
): Promise<void> {
  const progress = await client.getBatchProgress({ path: { batchId } });
  const { statusDetail } = await client.getBatch({ path: { batchId } });
  output.line(progressLine(progress));
  if (statusDetail !== null) output.line(statusDetail);
  output.result({ ...progress, statusDetail });
}
