/** Channel of notifications about changed keys and workspaces. Triggers send them with an empty payload. */
export const accessChannel = 'parley_access';
