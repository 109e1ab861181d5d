import { useEffect } from 'react';

type Command = 'save' | 'undo' | 'redo';

/** Calls `onCommand` for the shortcuts of the editor, wherever the focus is: it is on no element after a node was deleted. */
export function useShortcuts(onCommand: (command: Command) => void): void {
  useEffect(() => {
    const keyDown = (event: KeyboardEvent) => {
      const command = commandOf(event);
      if (command === undefined) return;
      event.preventDefault();
      onCommand(command);
    };
    addEventListener('keydown', keyDown);
    return () => removeEventListener('keydown', keyDown);
  }, [onCommand]);
}

/** Undo and redo of the browser stay in text fields. */
function commandOf({ key, shiftKey, metaKey, ctrlKey, target }: KeyboardEvent): Command | undefined {
  if (!metaKey && !ctrlKey) return undefined;
  if (key === 's') return 'save';
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return undefined;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key === 'y' ? 'redo' : undefined;
}
