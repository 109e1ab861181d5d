/**
 * Told by triggers: a batch's id and its new status, with a blank between; a star and the id of a workspace in which a call gave its
 * place back that a batch waits for.
 */
export const batchesChannel = 'parley_batches';
