import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, queryClient, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, TextInput } from '../../components/field.tsx';
import { Facts } from '../../components/page.tsx';
import { FormError } from '../../components/states.tsx';
import { formatCount } from '../../format.ts';
import { text } from '../../text/index.ts';
import { useCan } from '../session/session.ts';

const words = text.people.erase;

/** Erases a person after their address was typed, and shows the report. */
export function ErasePerson({ address }: { readonly address: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const canErase = useCan('erasures:write');
  return (
    <>
      <Button
        variant="danger"
        disabled={!canErase}
        title={canErase ? undefined : text.common.forbidden('erasures:write')}
        onClick={() => setIsOpen(true)}
      >
        {words.action}
      </Button>
      <Dialog title={words.title} description={words.description} isOpen={isOpen} onOpenChange={setIsOpen}>
        <EraseForm address={address} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function EraseForm({ address, onDone }: { readonly address: string; readonly onDone: () => void }) {
  const [typed, setTyped] = useState('');
  const body = address.includes('@') ? { email: address } : { phoneNumber: address };
  const erase = useChange(() => api.createErasure({ body }), { changes: [] });
  if (erase.data !== undefined) return <ErasureReport erasureId={erase.data.id} onDone={onDone} />;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        erase.mutate(undefined);
      }}
    >
      <Field label={words.typeAddress(address)} error={erase.fields['phoneNumber'] ?? erase.fields['email']}>
        <TextInput required autoComplete="off" value={typed} onValue={setTyped} />
      </Field>
      <FormError message={erase.message} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{text.common.cancel}</Button>
        <Button type="submit" variant="danger" disabled={typed.trim() !== address} pending={erase.isPending}>
          {words.action}
        </Button>
      </div>
    </form>
  );
}

function ErasureReport({ erasureId, onDone }: { readonly erasureId: string; readonly onDone: () => void }) {
  const { data } = useQuery({
    queryKey: ['getErasure', erasureId],
    queryFn: ({ signal }) => api.getErasure({ path: { erasureId }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'completed' ? false : 1_000),
  });
  const isCompleted = data?.status === 'completed';
  useEffect(() => {
    if (isCompleted)
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'getErasure' });
  }, [isCompleted]);
  const report = data?.status === 'completed' ? Object.entries(data.report) : undefined;
  return (
    <>
      <p role="status" className="text-sm">
        {report === undefined ? words.running : words.done}
      </p>
      {report !== undefined && (
        <Facts
          facts={report
            .filter(([, count]) => count > 0)
            .map(([name, count]) => [words.parts[name] ?? name, formatCount(count)])}
        />
      )}
      <div className="flex justify-end">
        <Button onClick={onDone}>{text.common.close}</Button>
      </div>
    </>
  );
}
