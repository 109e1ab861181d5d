/**
 * Told by triggers: a batch's id and its new status, with a blank between; an empty text where a batch that waits for room among the
 * calls at once has some.
 */
export const batchesChannel = 'parley_batches';
