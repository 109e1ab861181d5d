import type { User, UserInput } from '@parley/sdk/client';
import { useState } from 'react';
import { api, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, Select, TextInput } from '../../components/field.tsx';
import { Secret } from '../../components/secret.tsx';
import { FormError } from '../../components/states.tsx';
import { text } from '../../text/index.ts';
import { optionsOf } from '../../text/options.ts';
import { useCan } from '../session/session.ts';

const words = text.settings.members;

/** The invitation is in the fragment, which browsers do not send. */
const invitationUrl = (invitation: string) =>
  `${location.origin}/accept-invitation#${encodeURIComponent(invitation)}`;

/** Creates a member, and shows the link with which this person sets a password. */
export function InviteMember() {
  const [isOpen, setIsOpen] = useState(false);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<UserInput['role']>('operator');
  const canWrite = useCan('workspace:write');
  const invite = useChange((body: UserInput) => api.createUser({ body }), { changes: ['listUsers'] });
  const setOpen = (open: boolean) => {
    setIsOpen(open);
    if (open) return;
    invite.reset();
    setEmail('');
  };
  return (
    <>
      <Button
        variant="primary"
        disabled={!canWrite}
        title={canWrite ? undefined : text.common.forbidden('workspace:write')}
        onClick={() => setIsOpen(true)}
      >
        {words.invite}
      </Button>
      <Dialog
        title={invite.data === undefined ? words.invite : words.invitationTitle}
        description={invite.data === undefined ? undefined : words.invitation}
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        {invite.data === undefined ? (
          <form
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              invite.mutate({ email, role });
            }}
          >
            <Field label={words.email} error={invite.fields['email']}>
              <TextInput required type="email" value={email} onValue={setEmail} />
            </Field>
            <Field label={words.role} error={invite.fields['role']}>
              <Select value={role} onValue={setRole} options={optionsOf(words.roles)} />
            </Field>
            <FormError message={invite.message} />
            <div className="flex justify-end">
              <Button type="submit" variant="primary" pending={invite.isPending}>
                {words.invite}
              </Button>
            </div>
          </form>
        ) : (
          <Secret label={words.link} value={invitationUrl(invite.data.invitation)} />
        )}
      </Dialog>
    </>
  );
}

/** A new link for a member who has lost the first one, or the password. */
export function NewInvitation({ user }: { readonly user: User }) {
  const invite = useChange(() => api.inviteUser({ path: { userId: user.id } }), { changes: ['listUsers'] });
  return (
    <>
      <Button pending={invite.isPending} onClick={() => invite.mutate(undefined)}>
        {words.newInvitation}
      </Button>
      <Dialog
        title={words.invitationTitle}
        description={words.invitation}
        isOpen={invite.data !== undefined}
        onOpenChange={() => invite.reset()}
      >
        {invite.data !== undefined && (
          <Secret label={words.link} value={invitationUrl(invite.data.invitation)} />
        )}
      </Dialog>
    </>
  );
}
