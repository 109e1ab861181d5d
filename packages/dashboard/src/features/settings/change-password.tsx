import { useState } from 'react';
import { api, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Field, TextInput } from '../../components/field.tsx';
import { Section } from '../../components/page.tsx';
import { FormError } from '../../components/states.tsx';
import { text } from '../../text/index.ts';
import { useSession } from '../session/session.ts';

const words = text.settings.workspace;
const empty = { currentPassword: '', newPassword: '' };

export function ChangePassword() {
  const { user } = useSession();
  const [form, setForm] = useState(empty);
  const change = useChange((body: typeof empty) => api.changePassword({ body }), {
    changes: ['getSession'],
    onSuccess: () => setForm(empty),
  });
  return (
    <Section title={words.account}>
      <form
        className="grid gap-4 px-4 py-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(form);
        }}
      >
        {/* Password managers store the password under this name. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <Field label={words.currentPassword} error={change.fields['currentPassword']}>
          <TextInput
            required
            type="password"
            autoComplete="current-password"
            value={form.currentPassword}
            onValue={(value) => setForm({ ...form, currentPassword: value })}
          />
        </Field>
        <Field label={words.newPassword} hint={words.newPasswordHint} error={change.fields['newPassword']}>
          <TextInput
            required
            type="password"
            autoComplete="new-password"
            value={form.newPassword}
            onValue={(value) => setForm({ ...form, newPassword: value })}
          />
        </Field>
        <FormError message={change.message} />
        <div className="flex items-center gap-3">
          <Button type="submit" pending={change.isPending}>
            {words.changePassword}
          </Button>
          <p role="status" className="text-sm text-muted">
            {change.isSuccess && words.passwordChanged}
          </p>
        </div>
      </form>
    </Section>
  );
}
