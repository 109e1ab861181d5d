/** Channel of notifications that a key or a workspace has changed. Triggers send them with an empty payload. */
export const accessChannel = 'parley_access';
