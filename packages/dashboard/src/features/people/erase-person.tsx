import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, queryClient, useChange, type FieldErrors } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, TextInput } from '../../components/field.tsx';
import { Facts } from '../../components/page.tsx';
import { FormError } from '../../components/states.tsx';
import { formatCount, formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';
import { useCan } from '../session/session.ts';

const words = text.people.erase;

/** Returns what is compared: an email address in small letters, or the digits of a number in any spacing. */
const comparable = (address: string): string =>
  address.includes('@') ? address.trim().toLowerCase() : address.replaceAll(/[^\p{L}\d+]/gu, '');

/** Returns the person of an address as requests name them. */
export const personOf = (address: string) =>
  address.includes('@') ? { email: address } : { phoneNumber: address };

/** Erases a person after their address was typed, and shows the report. */
export function ErasePerson({ address }: { readonly address: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const canErase = useCan('erasures:write');
  const body = personOf(address);
  const erase = useChange(() => api.createErasure({ body }), { changes: [] });
  const report = useErasureReport(erase.data?.id);
  const setOpen = (open: boolean) => {
    setIsOpen(open);
    if (!open) erase.reset();
  };
  const isAsking = erase.data === undefined;
  const titleAfterStart = report === undefined ? words.runningTitle : words.doneTitle;
  return (
    <>
      <Button
        variant="danger"
        disabled={!canErase}
        title={canErase ? undefined : text.common.forbidden('erasures:write')}
        onClick={() => setOpen(true)}
      >
        {words.action}
      </Button>
      <Dialog
        title={isAsking ? words.title : titleAfterStart}
        description={isAsking ? words.description : undefined}
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        {isAsking ? (
          <EraseForm
            address={address}
            isPending={erase.isPending}
            fields={erase.fields}
            message={erase.message}
            onErase={() => erase.mutate(undefined)}
            onCancel={() => setOpen(false)}
          />
        ) : (
          <ErasureReport report={report} onDone={() => setOpen(false)} />
        )}
      </Dialog>
    </>
  );
}

interface EraseFormProps {
  readonly address: string;
  readonly isPending: boolean;
  readonly fields: FieldErrors;
  readonly message: string;
  readonly onErase: () => void;
  readonly onCancel: () => void;
}

function EraseForm({ address, isPending, fields, message, onErase, onCancel }: EraseFormProps) {
  const [typed, setTyped] = useState('');
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onErase();
      }}
    >
      <Field label={words.typeAddress(formatPhone(address))} error={fields['phoneNumber'] ?? fields['email']}>
        <TextInput required autoComplete="off" value={typed} onValue={setTyped} />
      </Field>
      <FormError message={message} />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{text.common.cancel}</Button>
        <Button
          type="submit"
          variant="danger"
          disabled={comparable(typed) !== comparable(address)}
          pending={isPending}
        >
          {words.action}
        </Button>
      </div>
    </form>
  );
}

type Report = Readonly<Record<string, number>>;

/** Returns the report once the erasure is complete. Everything that the pages have read is then read again. */
function useErasureReport(erasureId: string | undefined): Report | undefined {
  const { data } = useQuery({
    queryKey: ['getErasure', erasureId],
    queryFn:
      erasureId === undefined ? skipToken : ({ signal }) => api.getErasure({ path: { erasureId }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'completed' ? false : 1_000),
  });
  const isCompleted = data?.status === 'completed';
  useEffect(() => {
    if (isCompleted)
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'getErasure' });
  }, [isCompleted]);
  return data?.status === 'completed' ? data.report : undefined;
}

interface ErasureReportProps {
  readonly report: Report | undefined;
  readonly onDone: () => void;
}

const ErasureReport = ({ report, onDone }: ErasureReportProps) => (
  <>
    <p role="status" className="text-sm">
      {report === undefined ? words.running : words.done}
    </p>
    {report !== undefined && (
      <Facts
        facts={Object.entries(report)
          .filter(([, count]) => count > 0)
          .map(([name, count]) => [words.parts[name] ?? name, formatCount(count)])}
      />
    )}
    <div className="flex justify-end">
      <Button onClick={onDone}>{text.common.close}</Button>
    </div>
  </>
);
