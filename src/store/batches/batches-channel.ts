/**
 * Channel of notifications that triggers send. The payload is the id of a batch and its new status, separated by a space,
 * or `*` and the id of a workspace in which a concurrency slot was released that a batch waits for.
 */
export const batchesChannel = 'parley_batches';
