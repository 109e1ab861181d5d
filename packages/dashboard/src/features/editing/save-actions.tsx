import { useBlocker } from '@tanstack/react-router';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormError } from '../../components/states.tsx';
import { text } from '../../text/index.ts';

const words = text.form;

interface SaveActionsProps {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly isAllowed: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

/** Saves or discards the changes, and asks before the user leaves the page with changes. */
export function SaveActions({ isDirty, isSaving, isAllowed, onSave, onDiscard }: SaveActionsProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <>
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

/** What the service said about the whole resource, with the messages for fields that the page does not show. */
export function Messages({
  message,
  errors,
  warnings,
}: {
  readonly message: string;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}) {
  return (
    <div className="grid gap-2 empty:hidden">
      <FormError message={[message, ...errors].filter((line) => line !== '').join(' ')} />
      {warnings.length > 0 && (
        <div role="status" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          <p className="font-medium">{words.warnings}</p>
          <ul className="list-disc ps-5">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
