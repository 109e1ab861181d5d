import type { EventType } from '@parley/sdk/client';
import { Checkbox } from '../../components/field.tsx';
import { text } from '../../text/index.ts';

const words = text.settings.webhooks;

/** The events to select. A test event reaches its endpoint whatever is selected. */
type SelectableEvent = Exclude<EventType, 'webhook.test'>;

const isSelectable: Readonly<Record<SelectableEvent, true>> = {
  'call.ringing': true,
  'call.answered': true,
  'call.started': true,
  'call.completed': true,
  'call.failed': true,
  'call.analyzed': true,
  'recording.ready': true,
  'recording.failed': true,
  'sms.sent': true,
  'sms.delivered': true,
  'sms.failed': true,
  'sms.received': true,
  'email.sent': true,
  'email.failed': true,
  'email.received': true,
  'message.approval_required': true,
  'conversation.opted_out': true,
  'conversation.analyzed': true,
  'disposition.created': true,
  'disposition.due': true,
  'task.created': true,
  'batch.started': true,
  'batch.completed': true,
  'batch.cancelled': true,
  'message_batch.approval_required': true,
  'message_batch.started': true,
  'message_batch.completed': true,
  'message_batch.cancelled': true,
  'number.acquired': true,
  'number.released': true,
  'agent.created': true,
  'agent.updated': true,
  'agent.deleted': true,
  'flow.created': true,
  'flow.updated': true,
  'flow.deleted': true,
};

const selectableEvents = Object.keys(isSelectable) as SelectableEvent[];

interface WebhookEventsProps {
  readonly selected: readonly EventType[];
  readonly onSelected: (events: readonly EventType[]) => void;
  readonly error: string | undefined;
}

/** A checkbox per event. */
export const WebhookEvents = ({ selected, onSelected, error }: WebhookEventsProps) => (
  <fieldset className="min-w-0">
    <legend className="text-sm font-medium">{words.events}</legend>
    <p className="mt-0.5 text-xs text-faint">{words.eventsHint}</p>
    {error !== undefined && <p className="mt-0.5 text-xs text-bad">{error}</p>}
    <div className="mt-2 grid max-h-56 gap-x-4 gap-y-1 overflow-auto sm:grid-cols-2">
      {selectableEvents.map((event) => (
        <Checkbox
          key={event}
          label={event}
          checked={selected.includes(event)}
          onChecked={(isChecked) =>
            onSelected(isChecked ? [...selected, event] : selected.filter((name) => name !== event))
          }
        />
      ))}
    </div>
  </fieldset>
);
