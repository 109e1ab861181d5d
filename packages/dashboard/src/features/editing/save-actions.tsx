import { useBlocker } from '@tanstack/react-router';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { text } from '../../text/index.ts';
import { Findings, type FindingsProps } from './findings.tsx';

const words = text.form;

interface SaveActionsProps extends FindingsProps {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly isAllowed: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

/** Saves or discards the changes, shows what is wrong with them, and asks before the user leaves the page with changes. */
export function SaveActions({
  isDirty,
  isSaving,
  isAllowed,
  onSave,
  onDiscard,
  ...findings
}: SaveActionsProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <>
      <Findings {...findings} />
      {isDirty && (
        <>
          <span role="status" className="text-sm text-muted max-md:sr-only">
            {words.unsaved}
          </span>
          <Button variant="ghost" onClick={onDiscard}>
            {words.discard}
          </Button>
        </>
      )}
      <Button variant="primary" disabled={!isDirty || !isAllowed} pending={isSaving} onClick={onSave}>
        {text.common.save}
      </Button>
      <Dialog
        title={words.leaveTitle}
        description={words.leave}
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
    </>
  );
}
