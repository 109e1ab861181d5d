import { Dialog } from '../../components/dialog.tsx';
import { queryClient } from '../../api.ts';
import { text } from '../../text/index.ts';
import { PasswordForm } from './password-form.tsx';
import { reportSignedIn, useIsSignedOut } from './signed-out.ts';

/** Asks for the password above the page, so that a form keeps what was entered. */
export function SessionExpiredDialog() {
  const isSignedOut = useIsSignedOut();
  const close = () => {
    reportSignedIn();
    void queryClient.invalidateQueries();
  };
  return (
    <Dialog
      title={text.session.expiredTitle}
      description={text.session.expired}
      isOpen={isSignedOut}
      onOpenChange={close}
      isModalOnly
    >
      <PasswordForm onSignedIn={close} />
    </Dialog>
  );
}
