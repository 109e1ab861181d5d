import type { SuppressionInput } from '@parley/sdk/client';
import { useState } from 'react';
import { api, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, Select, TextInput } from '../../components/field.tsx';
import { FormError } from '../../components/states.tsx';
import { text } from '../../text/index.ts';
import { optionsOf } from '../../text/options.ts';
import { useCan } from '../session/session.ts';

const words = text.suppressions;

export function AddSuppression() {
  const [isOpen, setIsOpen] = useState(false);
  const [address, setAddress] = useState('');
  const [channel, setChannel] = useState<NonNullable<SuppressionInput['channel']>>('all');
  const [reason, setReason] = useState('');
  const canWrite = useCan('conversations:write');
  const add = useChange((body: SuppressionInput) => api.createSuppression({ body }), {
    changes: ['listSuppressions'],
    onSuccess: () => {
      setIsOpen(false);
      setAddress('');
      setReason('');
    },
  });
  return (
    <>
      <Button
        variant="primary"
        disabled={!canWrite}
        title={canWrite ? undefined : text.common.forbidden('conversations:write')}
        onClick={() => {
          add.reset();
          setIsOpen(true);
        }}
      >
        {words.add}
      </Button>
      <Dialog title={words.addTitle} isOpen={isOpen} onOpenChange={setIsOpen}>
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            add.mutate({ address, channel, ...(reason !== '' && { reason }) });
          }}
        >
          <Field label={words.address} hint={words.addressHint} error={add.fields['address']}>
            <TextInput required value={address} onValue={setAddress} />
          </Field>
          <Field label={words.channel} error={add.fields['channel']}>
            <Select value={channel} onValue={setChannel} options={optionsOf(words.channelsWithAll)} />
          </Field>
          <Field label={words.reason} error={add.fields['reason']}>
            <TextInput value={reason} onValue={setReason} />
          </Field>
          <FormError message={add.message} />
          <div className="flex justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>{text.common.cancel}</Button>
            <Button type="submit" variant="primary" pending={add.isPending}>
              {words.add}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
