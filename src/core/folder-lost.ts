/** Cause of the loss of a folder: it was removed, another folder is at its path, or another process holds its lock. */
export type FolderLoss = 'removed' | 'replaced' | { readonly takenBy: string };

/** Thrown if a running service lost its data folder. The message states the cause and what to do. */
export class FolderLostError extends Error {
  override readonly name = 'FolderLostError';
  readonly loss: FolderLoss;

  constructor(loss: FolderLoss, folder: string) {
    super(`${causeOf(loss, folder)} This Parley hangs up its calls and stops. ${adviceFor(loss)}`);
    this.loss = loss;
  }
}

function causeOf(loss: FolderLoss, folder: string): string {
  if (loss === 'removed') return `The data folder ${folder} was removed while Parley was running.`;
  if (loss === 'replaced') return `Another folder is now at ${folder}, where the data folder was.`;
  return `Another Parley, ${loss.takenBy}, has taken over the data folder ${folder}.`;
}

const adviceFor = (loss: FolderLoss): string =>
  typeof loss === 'string'
    ? 'Restore the data folder, then start again.'
    : 'Run one Parley per data folder, and set PARLEY_DATA_DIR of the other to another folder.';
