import type { FlowInput } from '@parley/sdk/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, Select, TextArea, TextInput } from '../../components/field.tsx';
import { FormError } from '../../components/states.tsx';
import { text } from '../../text/index.ts';

const words = text.flows;

interface NewFlowDialogProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Creates a draft, and opens it in the editor. */
export function NewFlowDialog(props: NewFlowDialogProps) {
  return (
    <Dialog title={words.create} description={words.createHint} {...props}>
      <NewFlowForm />
    </Dialog>
  );
}

function NewFlowForm() {
  const [name, setName] = useState('');
  const [type, setType] = useState<'call' | 'message'>('call');
  const [message, setMessage] = useState('');
  const navigate = useNavigate();
  const create = useChange((body: FlowInput) => api.createFlow({ body }), {
    changes: ['listFlows'],
    onSuccess: ({ id }) => void navigate({ to: '/flows/$flowId', params: { flowId: id } }),
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate(type === 'call' ? { type, name } : { type, name, initiationMessage: message });
      }}
    >
      <Field label={words.columns.name} error={create.fields['name']}>
        <TextInput required maxLength={80} value={name} onValue={setName} />
      </Field>
      <Field label={words.columns.type}>
        <Select
          value={type}
          onValue={setType}
          options={[
            ['call', words.types.call],
            ['message', words.types.message],
          ]}
        />
      </Field>
      {type === 'message' && (
        <Field label={words.firstMessage} error={create.fields['initiationMessage']}>
          <TextArea required value={message} onValue={setMessage} />
        </Field>
      )}
      <FormError message={create.message} />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" pending={create.isPending}>
          {words.createAction}
        </Button>
      </div>
    </form>
  );
}
