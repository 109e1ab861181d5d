import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useState, type ReactElement, type ReactNode } from 'react';
import { readError, reportError } from '../api.ts';
import { text } from '../text/index.ts';
import { Button } from './button.tsx';
import { FormError } from './states.tsx';

interface DialogProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** Without a close button, such as while the session is expired or a key is shown once. */
  readonly isModalOnly?: boolean;
  readonly children: ReactNode;
}

/** A modal window. The focus goes into it, and returns to where it was. */
export function Dialog({
  title,
  description,
  isOpen,
  onOpenChange,
  isModalOnly = false,
  children,
}: DialogProps) {
  return (
    <BaseDialog.Root
      open={isOpen}
      onOpenChange={(open) => (isModalOnly && !open ? undefined : onOpenChange(open))}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <BaseDialog.Popup className="fixed top-[12vh] left-1/2 z-50 grid max-h-[80vh] w-[min(32rem,calc(100vw-2rem))] -translate-x-1/2 gap-4 overflow-auto rounded-lg border border-line bg-raised p-5 shadow-(--shadow-float)">
          <div className="flex items-start gap-3">
            <div className="min-w-0 flex-1">
              <BaseDialog.Title className="text-lg font-semibold">{title}</BaseDialog.Title>
              {description !== undefined && (
                <BaseDialog.Description className="mt-1 text-sm text-muted">
                  {description}
                </BaseDialog.Description>
              )}
            </div>
            {!isModalOnly && (
              <BaseDialog.Close
                aria-label={text.common.close}
                className="grid size-8 place-items-center rounded-md text-muted hover:bg-hover"
              >
                <X aria-hidden size={16} />
              </BaseDialog.Close>
            )}
          </div>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

interface ConfirmProps {
  /** The button that opens the dialog. */
  readonly trigger: (open: () => void) => ReactElement;
  readonly title: string;
  readonly description: ReactNode;
  /** The verb of the action, such as "End call". */
  readonly action: string;
  /** The text of the button that closes the dialog. Default: "Cancel". */
  readonly dismiss?: string;
  /** Resolves once it is done. A rejection is shown in the dialog. */
  readonly onConfirm: () => Promise<unknown>;
}

/** Asks before an action that cannot be undone. */
export function Confirm({
  trigger,
  title,
  description,
  action,
  dismiss = text.common.cancel,
  onConfirm,
}: ConfirmProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [message, setMessage] = useState('');
  const confirm = async () => {
    setIsPending(true);
    setMessage('');
    try {
      await onConfirm();
      setIsOpen(false);
    } catch (error) {
      reportError(error);
      setMessage(readError(error).message);
    } finally {
      setIsPending(false);
    }
  };
  return (
    <>
      {trigger(() => setIsOpen(true))}
      <Dialog title={title} description={description} isOpen={isOpen} onOpenChange={setIsOpen}>
        <FormError message={message} />
        <div className="flex justify-end gap-2">
          <Button onClick={() => setIsOpen(false)}>{dismiss}</Button>
          <Button variant="danger" pending={isPending} onClick={() => void confirm()}>
            {action}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
