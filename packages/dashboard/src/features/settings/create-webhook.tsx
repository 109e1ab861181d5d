import type { EventType, WebhookInput } from '@parley/sdk/client';
import { useState } from 'react';
import { api, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, TextInput } from '../../components/field.tsx';
import { Secret } from '../../components/secret.tsx';
import { FormError } from '../../components/states.tsx';
import { text } from '../../text/index.ts';
import { useCan } from '../session/session.ts';
import { WebhookEvents } from './webhook-events.tsx';

const words = text.settings.webhooks;

/** Asks for an address and events, and shows the signing secret once. */
export function CreateWebhook() {
  const [isOpen, setIsOpen] = useState(false);
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly EventType[]>([]);
  const canWrite = useCan('webhooks:write');
  const create = useChange((body: WebhookInput) => api.createWebhook({ body }), {
    changes: ['listWebhooks'],
  });
  const setOpen = (open: boolean) => {
    setIsOpen(open);
    if (!open) create.reset();
  };
  const eventsError = Object.entries(create.fields).find(([path]) => path.startsWith('events'))?.[1];
  return (
    <>
      <Button
        variant="primary"
        disabled={!canWrite}
        title={canWrite ? undefined : text.common.forbidden('webhooks:write')}
        onClick={() => setIsOpen(true)}
      >
        {words.create}
      </Button>
      <Dialog
        title={create.data === undefined ? words.create : words.createdTitle}
        description={create.data === undefined ? undefined : words.created}
        isOpen={isOpen}
        onOpenChange={setOpen}
        isModalOnly={create.data !== undefined}
      >
        {create.data === undefined ? (
          <form
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              create.mutate({ url, ...(events.length > 0 && { events: [...events] }) });
            }}
          >
            <Field label={words.url} hint={words.urlHint} error={create.fields['url']}>
              <TextInput required type="url" value={url} onValue={setUrl} />
            </Field>
            <WebhookEvents selected={events} onSelected={setEvents} error={eventsError} />
            <FormError message={create.message} />
            <div className="flex justify-end">
              <Button type="submit" variant="primary" pending={create.isPending}>
                {words.create}
              </Button>
            </div>
          </form>
        ) : (
          <>
            <Secret label={words.createdTitle} value={create.data.secret} />
            <div className="flex justify-end">
              <Button variant="primary" onClick={() => setOpen(false)}>
                {text.settings.keys.done}
              </Button>
            </div>
          </>
        )}
      </Dialog>
    </>
  );
}
