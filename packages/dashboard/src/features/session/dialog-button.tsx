import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { text } from '../../text/index.ts';
import { useCan } from './session.ts';

interface DialogButtonProps extends Pick<ComponentProps<typeof Dialog>, 'title' | 'description'> {
  /** The right that the action of the dialog needs. */
  readonly scope: Parameters<typeof text.common.forbidden>[0];
  readonly label: string;
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog, or says why the user may not. */
export function DialogButton({ scope, label, children, ...dialog }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isAllowed = useCan(scope);
  return (
    <>
      <Button
        disabled={!isAllowed}
        title={isAllowed ? undefined : text.common.forbidden(scope)}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      <Dialog {...dialog} isOpen={isOpen} onOpenChange={setIsOpen}>
        {children(() => setIsOpen(false))}
      </Dialog>
    </>
  );
}
