/** Notices that a key or a workspace has changed; their payload is empty. Sent by triggers. */
export const accessChannel = 'parley_access';
