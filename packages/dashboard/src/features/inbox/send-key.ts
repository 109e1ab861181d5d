import type { KeyboardEvent } from 'react';

/** Returns whether a key sends the text of an input with several lines: Ctrl+Enter, or Command+Enter. */
export const isSendKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Enter' && (ctrlKey || metaKey);
