import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, queryClient } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Confirm, Dialog } from '../../components/dialog.tsx';
import { Field, TextInput } from '../../components/field.tsx';
import { PersonLink } from '../../components/person-link.tsx';
import { FormError } from '../../components/states.tsx';
import { toPageWording } from '../../wording.ts';
import { text } from '../../text/index.ts';
import { instantOfWallTime, wallTimeOf } from '../../zoned-time.ts';
import { useCan } from '../session/session.ts';
import { useMoveCallback, type Callback } from './callback-queries.ts';
import { calleeOf, dispositionName, followUpState } from './disposition-text.tsx';

const words = text.dispositions;

/** Returns the properties of a button that changes a callback: disabled, with the reason, if the role may not. */
export function useCallbackRight() {
  const canWrite = useCan('dispositions:write');
  return {
    disabled: !canWrite,
    title: canWrite ? undefined : text.common.forbidden('dispositions:write'),
  };
}

interface CallbackDialogProps {
  readonly callback: Callback;
  readonly zone: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** A callback with its reason, to move or cancel it. */
export function CallbackDialog({ callback, zone, isOpen, onOpenChange }: CallbackDialogProps) {
  const { phoneNumber, customerName, notes, callId, agentName, disposition } = callback;
  return (
    <Dialog
      title={words.callback}
      description={
        <>
          {customerName !== null && <span className="font-medium text-ink">{customerName} </span>}
          <PersonLink address={phoneNumber} className="font-medium text-ink" />
          {` · ${[dispositionName(disposition), agentName].filter((part) => part !== null).join(' · ')}`}
          {callId !== null && (
            <>
              {' · '}
              <Link to="/calls/$callId" params={{ callId }} className="underline underline-offset-2">
                {words.openCall}
              </Link>
            </>
          )}
        </>
      }
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      {notes !== '' && <p className="text-sm break-words">{notes}</p>}
      <MoveForm callback={callback} zone={zone} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface MoveFormProps {
  readonly callback: Callback;
  readonly zone: string;
  readonly onDone: () => void;
}

function MoveForm({ callback, zone, onDone }: MoveFormProps) {
  const { _id: dispositionId, scheduledAt, status } = callback;
  const [time, setTime] = useState(() => wallTimeOf(new Date(scheduledAt), zone));
  const move = useMoveCallback();
  const right = useCallbackRight();
  const warnings = move.data?.warnings ?? [];
  const submit = async () => {
    const moved = await move
      .mutateAsync({ dispositionId, scheduledAt: instantOfWallTime(time, zone).toISOString() })
      .catch(() => undefined);
    if (moved !== undefined && moved.warnings === undefined) onDone();
  };
  if (status !== 'pending') return <p className="text-sm text-muted">{followUpState(callback)}</p>;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field label={words.newTime} hint={words.timeHint(zone)} error={move.fields['scheduledAt']}>
        <TextInput required type="datetime-local" value={time} onValue={setTime} />
      </Field>
      <Warnings warnings={warnings} />
      <FormError message={move.message} />
      <div className="flex flex-wrap justify-end gap-2">
        <div className="flex-1">
          <CancelCallback callback={callback} />
        </div>
        <Button onClick={onDone}>{text.common.close}</Button>
        <Button type="submit" variant="primary" {...right} pending={move.isPending}>
          {words.move}
        </Button>
      </div>
    </form>
  );
}

/** What the service says about the calling hours of a new time. */
export const Warnings = ({ warnings }: { readonly warnings: readonly string[] }) =>
  warnings.map((warning) => (
    <p
      key={warning}
      role="status"
      className="rounded-md bg-warn-soft px-3 py-2 text-sm break-words text-warn"
    >
      {toPageWording(warning)}
    </p>
  ));

export function CancelCallback({ callback }: { readonly callback: Callback }) {
  const right = useCallbackRight();
  const callee = calleeOf(callback);
  const cancel = async () => {
    await api.updateDisposition({ path: { dispositionId: callback._id }, body: { status: 'cancelled' } });
    await queryClient.invalidateQueries({ queryKey: ['listDispositions'] });
  };
  return (
    <Confirm
      trigger={(open) => (
        <Button variant="ghost" aria-label={words.cancelOf(callee)} {...right} onClick={open}>
          {text.common.cancel}
        </Button>
      )}
      title={words.cancelTitle}
      description={words.cancelDescription(callee)}
      action={words.cancel}
      onConfirm={cancel}
    />
  );
}
