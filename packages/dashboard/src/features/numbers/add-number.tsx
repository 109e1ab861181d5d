import type { NewOwnedNumber } from '@parley/sdk/client';
import { useState } from 'react';
import { api, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, TextInput } from '../../components/field.tsx';
import { FormError } from '../../components/states.tsx';
import { formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';
import { useCan } from '../session/session.ts';

const words = text.numbers;

/** Finds a number that is for sale or in the inventory, or adds one that is entered. */
export function AddNumber() {
  const [isOpen, setIsOpen] = useState(false);
  const canAcquire = useCan('numbers:acquire');
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        variant="primary"
        disabled={!canAcquire}
        title={canAcquire ? undefined : text.common.forbidden('numbers:acquire')}
        onClick={() => setIsOpen(true)}
      >
        {words.add}
      </Button>
      <Dialog title={words.findTitle} isOpen={isOpen} onOpenChange={setIsOpen}>
        <FindNumber onAdded={close} />
        <EnterNumber onAdded={close} />
      </Dialog>
    </>
  );
}

const useAcquire = (onAdded: () => void) =>
  useChange((body: NewOwnedNumber) => api.createNumber({ body }), {
    changes: ['listNumbers'],
    onSuccess: onAdded,
  });

function FindNumber({ onAdded }: { readonly onAdded: () => void }) {
  const [country, setCountry] = useState('US');
  const [contains, setContains] = useState('');
  const find = useChange(
    () => api.searchNumbers({ query: { country, limit: 20, ...(contains !== '' && { contains }) } }),
    { changes: [] },
  );
  const acquire = useAcquire(onAdded);
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        find.mutate(undefined);
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={words.country} hint={words.countryHint} error={find.fields['country']}>
          <TextInput required maxLength={2} value={country} onValue={setCountry} />
        </Field>
        <Field label={words.contains} hint={words.containsHint} error={find.fields['contains']}>
          <TextInput inputMode="numeric" value={contains} onValue={setContains} />
        </Field>
      </div>
      <FormError message={find.message || acquire.message} />
      <div>
        <Button type="submit" pending={find.isPending}>
          {words.find}
        </Button>
      </div>
      {find.data?.numbers.length === 0 && <p className="text-sm text-muted">{words.noneFound}</p>}
      <ul className="divide-y divide-line">
        {find.data?.numbers.map(({ phoneNumber, locality, region, source }) => (
          <li key={phoneNumber} className="flex items-center gap-3 py-1.5 text-sm">
            <span className="flex-1">
              {formatPhone(phoneNumber)}{' '}
              <span className="text-muted">
                {[locality, region].filter((part) => part !== '').join(', ')}
              </span>
            </span>
            <Button
              aria-label={words.acquireLabel(phoneNumber)}
              pending={acquire.isPending}
              onClick={() => acquire.mutate({ phoneNumber, ...(source !== undefined && { source }) })}
            >
              {words.acquire}
            </Button>
          </li>
        ))}
      </ul>
    </form>
  );
}

function EnterNumber({ onAdded }: { readonly onAdded: () => void }) {
  const [phoneNumber, setPhoneNumber] = useState('');
  const acquire = useAcquire(onAdded);
  return (
    <form
      className="grid gap-3 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        acquire.mutate({ phoneNumber });
      }}
    >
      <h3 className="text-sm font-semibold">{words.ownTitle}</h3>
      <Field label={words.own} hint={words.ownHint} error={acquire.fields['phoneNumber']}>
        <TextInput required type="tel" value={phoneNumber} onValue={setPhoneNumber} />
      </Field>
      <FormError message={acquire.message} />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" pending={acquire.isPending}>
          {words.add}
        </Button>
      </div>
    </form>
  );
}
