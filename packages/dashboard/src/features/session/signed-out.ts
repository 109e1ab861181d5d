import { useSyncExternalStore } from 'react';

let isSignedOut = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  if (isSignedOut === value) return;
  isSignedOut = value;
  for (const listener of listeners) listener();
}

/** Reports that the service no longer accepts the session. */
export const reportSignedOut = (): void => set(true);
export const reportSignedIn = (): void => set(false);

/** Returns whether the session ended while a page was open. */
export const useIsSignedOut = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isSignedOut,
  );
