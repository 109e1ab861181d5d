import type { KeyInput } from '@parley/sdk/client';
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

const words = text.settings.keys;

const dayMs = 86_400_000;

/** Asks for a name and scopes, and shows the new key once. */
export function CreateKey() {
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState('');
  const [mode, setMode] = useState<NonNullable<KeyInput['mode']>>('live');
  const [preset, setPreset] = useState<NonNullable<KeyInput['preset']>>('developer');
  const [days, setDays] = useState('');
  const canWrite = useCan('keys:write');
  const create = useChange((body: KeyInput) => api.createKey({ body }), { changes: ['listKeys'] });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const expiresAt = days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString();
    create.mutate({ name, mode, preset, expiresAt });
  };
  const setOpen = (open: boolean) => {
    setIsOpen(open);
    if (open) return;
    create.reset();
    setName('');
  };
  return (
    <>
      <Button
        variant="primary"
        disabled={!canWrite}
        title={canWrite ? undefined : text.common.forbidden('keys:write')}
        onClick={() => setIsOpen(true)}
      >
        {words.create}
      </Button>
      <Dialog
        title={create.data === undefined ? words.create : words.createdTitle}
        description={create.data === undefined ? undefined : words.created}
        isOpen={isOpen}
        onOpenChange={setOpen}
        isModalOnly={create.data !== undefined}
      >
        {create.data === undefined ? (
          <form onSubmit={submit} className="grid gap-4">
            <Field label={words.name} hint={words.nameHint} error={create.fields['name']}>
              <TextInput required value={name} onValue={setName} />
            </Field>
            <Field label={words.mode} error={create.fields['mode']}>
              <Select value={mode} onValue={setMode} options={optionsOf(words.modes)} />
            </Field>
            <Field label={words.preset} error={create.fields['preset']}>
              <Select value={preset} onValue={setPreset} options={optionsOf(words.presets)} />
            </Field>
            <Field label={words.expires} hint={words.expiresHint} error={create.fields['expiresAt']}>
              <TextInput type="number" min={1} max={3_650} value={days} onValue={setDays} />
            </Field>
            <FormError message={create.message} />
            <div className="flex justify-end">
              <Button type="submit" variant="primary" pending={create.isPending}>
                {words.create}
              </Button>
            </div>
          </form>
        ) : (
          <CreatedKey apiKey={create.data.apiKey} onDone={() => setOpen(false)} />
        )}
      </Dialog>
    </>
  );
}

interface CreatedKeyProps {
  readonly apiKey: string;
  readonly onDone: () => void;
}

/** The key, and a command that works with it. */
const CreatedKey = ({ apiKey, onDone }: CreatedKeyProps) => (
  <>
    <Secret label={words.columns.key} value={apiKey} />
    <div className="grid gap-1">
      <p className="text-sm">{words.example}</p>
      <Secret
        label={words.exampleLabel}
        value={`curl -H 'x-api-key: ${apiKey}' ${location.origin}/api/v1/calls`}
      />
    </div>
    <div className="flex justify-end">
      <Button variant="primary" onClick={onDone}>
        {words.done}
      </Button>
    </div>
  </>
);
