import { useState } from 'react';
import { api, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Field, TextInput } from '../../components/field.tsx';
import { FormError } from '../../components/states.tsx';
import { text } from '../../text/index.ts';

/** Asks for the password and signs in. */
export function PasswordForm({
  initial = { email: '', password: '' },
  onSignedIn,
}: {
  readonly initial?: { readonly email: string; readonly password: string };
  readonly onSignedIn: () => void;
}) {
  const [email, setEmail] = useState(initial.email);
  const [password, setPassword] = useState(initial.password);
  const signIn = useChange((body: { email: string; password: string }) => api.signIn({ body }), {
    changes: ['getSession'],
    onSuccess: onSignedIn,
  });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    signIn.mutate({ email, password });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label={text.session.email} error={signIn.fields['email']}>
        <TextInput type="email" autoComplete="username" required value={email} onValue={setEmail} />
      </Field>
      <Field label={text.session.password} error={signIn.fields['password']}>
        <TextInput
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onValue={setPassword}
        />
      </Field>
      <FormError message={signIn.message} />
      <Button type="submit" variant="primary" pending={signIn.isPending}>
        {text.session.signIn}
      </Button>
    </form>
  );
}
