import { useBlocker } from '@tanstack/react-router';
import { text } from '../text/index.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

const words = text.form;

interface LeaveDialogProps {
  /** Whether leaving the page loses input. */
  readonly isDirty: boolean;
  readonly title?: string;
  readonly description?: string;
}

/** Asks before the user leaves a page with input that would be lost. A navigation with `ignoreBlocker` does not ask. */
export function LeaveDialog({
  isDirty,
  title = words.leaveTitle,
  description = words.leave,
}: LeaveDialogProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <Dialog
      title={title}
      description={description}
      isOpen={blocker.status === 'blocked'}
      onOpenChange={() => blocker.reset?.()}
    >
      <div className="flex justify-end gap-2">
        <Button onClick={() => blocker.reset?.()}>{words.stay}</Button>
        <Button variant="danger" onClick={() => blocker.proceed?.()}>
          {words.leaveAction}
        </Button>
      </div>
    </Dialog>
  );
}
