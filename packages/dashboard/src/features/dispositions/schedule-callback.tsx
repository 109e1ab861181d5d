import type { DispositionInput } from '@parley/sdk/client';
import { useState } from 'react';
import { api, useChange, useList } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, Select, TextArea, TextInput } from '../../components/field.tsx';
import { FormError } from '../../components/states.tsx';
import { text } from '../../text/index.ts';
import { instantOfWallTime, wallTimeOf } from '../../zoned-time.ts';
import { useCallbackRight, Warnings } from './callback-dialog.tsx';

const words = text.dispositions;
const hourMs = 3_600_000;

interface ScheduleCallbackProps {
  readonly zone: string;
  /** The number to call, if the page has chosen it. */
  readonly phoneNumber?: string;
}

/** A button, and the form that it opens. */
export function ScheduleCallback({ zone, phoneNumber }: ScheduleCallbackProps) {
  const [isOpen, setIsOpen] = useState(false);
  const right = useCallbackRight();
  const isMain = phoneNumber === undefined;
  return (
    <>
      <Button
        {...right}
        {...(isMain && { variant: 'primary' })}
        aria-label={words.schedule}
        onClick={() => setIsOpen(true)}
      >
        {isMain ? words.schedule : words.scheduleAction}
      </Button>
      <Dialog title={words.schedule} isOpen={isOpen} onOpenChange={setIsOpen}>
        <ScheduleForm zone={zone} preset={phoneNumber} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

interface ScheduleFormProps {
  readonly zone: string;
  readonly preset: string | undefined;
  readonly onDone: () => void;
}

function ScheduleForm({ zone, preset, onDone }: ScheduleFormProps) {
  const [phoneNumber, setNumber] = useState(preset ?? '');
  const [agentId, setAgentId] = useState('');
  const [time, setTime] = useState(() =>
    wallTimeOf(new Date(Math.ceil(Date.now() / hourMs + 1) * hourMs), zone),
  );
  const [notes, setNotes] = useState('');
  const agents = useList('listAgents', { query: { type: 'voice', limit: 200 } });
  const schedule = useChange((body: DispositionInput) => api.createDisposition({ body }), {
    changes: ['listDispositions'],
    onSuccess: ({ warnings }) => warnings === undefined && onDone(),
  });
  const chosen = agentId === '' ? (agents.rows[0]?.id ?? '') : agentId;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const scheduledAt = instantOfWallTime(time, zone).toISOString();
        schedule.mutate({ phoneNumber, agentId: chosen, scheduledAt, notes });
      }}
    >
      <Field label={words.number} hint={words.numberHint} error={schedule.fields['phoneNumber']}>
        <TextInput
          required
          inputMode="tel"
          readOnly={preset !== undefined}
          value={phoneNumber}
          onValue={setNumber}
        />
      </Field>
      <Field label={words.agent} error={schedule.fields['agentId']}>
        <Select
          required
          value={chosen}
          onValue={setAgentId}
          options={
            agents.rows.length === 0
              ? [['', words.chooseAgent]]
              : agents.rows.map(({ id, name }) => [id, name])
          }
        />
      </Field>
      <Field label={words.time} hint={words.timeHint(zone)} error={schedule.fields['scheduledAt']}>
        <TextInput required type="datetime-local" value={time} onValue={setTime} />
      </Field>
      <Field label={words.notes} error={schedule.fields['notes']}>
        <TextArea rows={2} value={notes} onValue={setNotes} />
      </Field>
      <Warnings warnings={schedule.data?.warnings ?? []} />
      <FormError message={schedule.message} />
      <div className="flex justify-end gap-2">
        {schedule.isSuccess ? (
          <Button variant="primary" onClick={onDone}>
            {text.common.close}
          </Button>
        ) : (
          <>
            <Button onClick={onDone}>{text.common.cancel}</Button>
            <Button type="submit" variant="primary" pending={schedule.isPending}>
              {words.scheduleAction}
            </Button>
          </>
        )}
      </div>
    </form>
  );
}
