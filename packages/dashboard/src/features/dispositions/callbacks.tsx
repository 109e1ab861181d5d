import type { Disposition } from '@parley/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, queryClient, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Confirm, Dialog } from '../../components/dialog.tsx';
import { Field, TextInput } from '../../components/field.tsx';
import { Section } from '../../components/page.tsx';
import { EmptyState, FormError, QueryState } from '../../components/states.tsx';
import {
  browserZone,
  formatCount,
  formatDay,
  formatPhone,
  formatShortTime,
  toDateTimeInput,
} from '../../format.ts';
import { text } from '../../text/index.ts';
import { useCan } from '../session/session.ts';
import { dispositionName } from './disposition-text.tsx';

const words = text.dispositions;
const maxCallbacks = 500;

type Callback = Disposition & { readonly scheduledAt: string };

async function readCallbacks(): Promise<Callback[]> {
  const found: Callback[] = [];
  const list = api.iterate('listDispositions', { query: { status: 'pending', limit: 100 } });
  for await (const disposition of list) {
    if (disposition.scheduledAt !== null)
      found.push({ ...disposition, scheduledAt: disposition.scheduledAt });
    if (found.length === maxCallbacks) break;
  }
  return found.sort((a, b) => Date.parse(a.scheduledAt) - Date.parse(b.scheduledAt));
}

/** The calls that are still to be made, by day. */
export function Callbacks() {
  const query = useQuery({
    queryKey: ['listDispositions', 'callbacks'],
    queryFn: readCallbacks,
    refetchInterval: 15_000,
  });
  return (
    <QueryState query={query}>
      {(callbacks) =>
        callbacks.length === 0 ? (
          <EmptyState title={words.noCallbacksTitle}>{words.noCallbacks}</EmptyState>
        ) : (
          <div className="grid gap-4">
            {callbacks.length === maxCallbacks && (
              <p className="text-sm text-muted">{words.truncated(formatCount(maxCallbacks))}</p>
            )}
            {[...Map.groupBy(callbacks, dayOf)].map(([day, ofDay]) => (
              <Section
                key={day}
                title={day}
                actions={<span className="text-sm text-muted">{ofDay.length}</span>}
              >
                <ul>
                  {ofDay.map((callback) => (
                    <CallbackItem key={callback._id} callback={callback} />
                  ))}
                </ul>
              </Section>
            ))}
          </div>
        )
      }
    </QueryState>
  );
}

const dayOf = ({ scheduledAt }: Callback): string =>
  Date.parse(scheduledAt) <= Date.now() ? words.overdue : formatDay(scheduledAt);

function CallbackItem({ callback }: { readonly callback: Callback }) {
  const { phoneNumber, disposition, scheduledAt, agentName, notes, attempt, callId } = callback;
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 text-sm first:border-t-0 max-md:grid-cols-[5rem_minmax(0,1fr)]">
      <time dateTime={scheduledAt} className="font-medium">
        {formatShortTime(scheduledAt)}
      </time>
      <div className="min-w-0">
        <p>
          {callId === null ? (
            <span className="font-medium">{formatPhone(phoneNumber)}</span>
          ) : (
            <Link
              to="/calls/$callId"
              params={{ callId }}
              title={words.openCall}
              className="font-medium underline-offset-2 hover:underline"
            >
              {formatPhone(phoneNumber)}
            </Link>
          )}{' '}
          <span className="text-muted">
            {[dispositionName(disposition), agentName, attempt > 1 && words.attempt(String(attempt))]
              .filter((part) => typeof part === 'string')
              .join(' · ')}
          </span>
        </p>
        {notes !== '' && <p className="break-words text-muted">{notes}</p>}
      </div>
      <CallbackActions callback={callback} />
    </li>
  );
}

function CallbackActions({ callback: { _id, phoneNumber, scheduledAt } }: { readonly callback: Callback }) {
  const canWrite = useCan('dispositions:write');
  const path = { dispositionId: _id };
  const number = formatPhone(phoneNumber);
  const blocked = {
    disabled: !canWrite,
    title: canWrite ? undefined : text.common.forbidden('dispositions:write'),
  };
  const cancel = async () => {
    await api.updateDisposition({ path, body: { status: 'cancelled' } });
    await queryClient.invalidateQueries({ queryKey: ['listDispositions'] });
  };
  return (
    <div className="flex gap-2 max-md:col-start-2">
      <MoveButton {...{ path, number, scheduledAt, blocked }} />
      <Confirm
        trigger={(open) => (
          <Button variant="ghost" aria-label={words.cancelOf(number)} {...blocked} onClick={open}>
            {text.common.cancel}
          </Button>
        )}
        title={words.cancelTitle}
        description={words.cancelDescription(number)}
        action={words.cancel}
        onConfirm={cancel}
      />
    </div>
  );
}

interface MoveButtonProps {
  readonly path: { readonly dispositionId: string };
  readonly number: string;
  readonly scheduledAt: string;
  readonly blocked: { readonly disabled: boolean; readonly title: string | undefined };
}

/** Moves a callback. The service warns if the calling hours delay the new time. */
function MoveButton({ path, number, scheduledAt, blocked }: MoveButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [time, setTime] = useState(() => toDateTimeInput(new Date(scheduledAt)));
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const move = useChange(
    () => api.updateDisposition({ path, body: { scheduledAt: new Date(time).toISOString() } }),
    {
      changes: ['listDispositions'],
      onSuccess: (moved) => {
        setWarnings(moved.warnings ?? []);
        if (moved.warnings === undefined) setIsOpen(false);
      },
    },
  );
  return (
    <>
      <Button
        aria-label={words.moveOf(number)}
        {...blocked}
        onClick={() => {
          move.reset();
          setWarnings([]);
          setIsOpen(true);
        }}
      >
        {words.move}
      </Button>
      <Dialog title={words.moveTitle} description={number} isOpen={isOpen} onOpenChange={setIsOpen}>
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            move.mutate(undefined);
          }}
        >
          <Field
            label={words.newTime}
            hint={words.newTimeHint(browserZone)}
            error={move.fields['scheduledAt']}
          >
            <TextInput required type="datetime-local" value={time} onValue={setTime} />
          </Field>
          {warnings.map((warning) => (
            <p key={warning} role="status" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
              {warning}
            </p>
          ))}
          <FormError message={move.message} />
          <div className="flex justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>
              {warnings.length > 0 ? text.common.close : text.common.cancel}
            </Button>
            <Button type="submit" variant="primary" pending={move.isPending}>
              {words.move}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
