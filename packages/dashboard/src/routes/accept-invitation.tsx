import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, useChange } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Field, TextInput } from '../components/field.tsx';
import { FormError } from '../components/states.tsx';
import { Entrance } from '../features/session/entrance.tsx';
import { reportSignedIn } from '../features/session/signed-out.ts';
import { text } from '../text/index.ts';

/** Sets the password of an invited user. The link of the invitation has its text in the fragment. */
export function AcceptInvitationPage() {
  const [invitation] = useState(() => decodeURIComponent(location.hash.slice(1)));
  const [password, setPassword] = useState('');
  const navigate = useNavigate();
  const accept = useChange(
    (body: { invitation: string; password: string }) => api.acceptInvitation({ body }),
    {
      changes: ['getSession'],
      onSuccess: () => {
        reportSignedIn();
        void navigate({ to: '/', replace: true });
      },
    },
  );
  return (
    <Entrance title={text.session.acceptTitle} description={text.session.accept}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          accept.mutate({ invitation, password });
        }}
      >
        <Field
          label={text.session.newPassword}
          hint={text.session.newPasswordHint}
          error={accept.fields['password']}
        >
          <TextInput
            required
            minLength={12}
            type="password"
            autoComplete="new-password"
            value={password}
            onValue={setPassword}
          />
        </Field>
        <FormError message={accept.message} />
        <Button type="submit" variant="primary" pending={accept.isPending}>
          {text.session.acceptAction}
        </Button>
      </form>
    </Entrance>
  );
}
