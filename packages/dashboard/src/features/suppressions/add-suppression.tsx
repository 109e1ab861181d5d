import type { Suppression, SuppressionInput } from '@parley/sdk/client';
import { useState } from 'react';
import { api, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, Select, TextInput } from '../../components/field.tsx';
import { FormError } from '../../components/states.tsx';
import { formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';
import { optionsOf } from '../../text/options.ts';
import { useCan } from '../session/session.ts';

const words = text.suppressions;

interface AddSuppressionProps {
  /** The person and channel, if the page has chosen them. */
  readonly preset?: { readonly address: string; readonly channel: Suppression['channel'] };
}

/** A button, and the form that it opens. */
export function AddSuppression({ preset }: AddSuppressionProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [address, setAddress] = useState(preset?.address ?? '');
  const [channel, setChannel] = useState<NonNullable<SuppressionInput['channel']>>(preset?.channel ?? 'all');
  const [reason, setReason] = useState('');
  const canWrite = useCan('conversations:write');
  const add = useChange((body: SuppressionInput) => api.createSuppression({ body }), {
    // A suppression cancels pending callbacks.
    changes: ['listSuppressions', 'listDispositions'],
    onSuccess: () => {
      setIsOpen(false);
      setAddress(preset?.address ?? '');
      setReason('');
    },
  });
  return (
    <>
      <Button
        {...(preset === undefined && { variant: 'primary' })}
        aria-label={preset && words.suppressOf(formatPhone(preset.address), words.channels[preset.channel])}
        disabled={!canWrite}
        title={canWrite ? undefined : text.common.forbidden('conversations:write')}
        onClick={() => {
          add.reset();
          setIsOpen(true);
        }}
      >
        {preset === undefined ? words.add : words.suppress}
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
            <TextInput required readOnly={preset !== undefined} value={address} onValue={setAddress} />
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
