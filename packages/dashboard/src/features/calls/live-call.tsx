import type { CallDetail } from '@parley/sdk/client';
import { useState } from 'react';
import { api, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Checkbox, Field, TextArea, TextInput } from '../../components/field.tsx';
import { Section } from '../../components/page.tsx';
import { FormError } from '../../components/states.tsx';
import { text } from '../../text/index.ts';
import { useCan } from '../session/session.ts';
import { useLiveTranscript } from './use-live-transcript.ts';

const words = text.calls.call;

/** Commands to an active call. Meanwhile, the transcript of the page follows the call. */
export function LiveCall({ call }: { readonly call: CallDetail }) {
  useLiveTranscript(call);
  const canControl = useCan('active-calls:control');
  return (
    <Section
      title={text.calls.statuses[call.status]}
      actions={
        <Confirm
          trigger={(open) => (
            <Button variant="danger" disabled={!canControl} onClick={open}>
              {words.end}
            </Button>
          )}
          title={words.endTitle}
          description={words.endDescription}
          action={words.end}
          onConfirm={() => api.endActiveCall({ path: { roomName: call.roomName } })}
        />
      }
    >
      {canControl ? (
        <div className="grid gap-4 px-4 py-3 md:grid-cols-2">
          <Say roomName={call.roomName} />
          <Whisper roomName={call.roomName} />
        </div>
      ) : (
        <p className="px-4 py-3 text-sm text-muted">{text.common.forbidden('active-calls:control')}</p>
      )}
    </Section>
  );
}

function Say({ roomName }: { readonly roomName: string }) {
  const [sentence, setSentence] = useState('');
  const [interrupt, setInterrupt] = useState(false);
  const say = useChange(() => api.sayInCall({ path: { roomName }, body: { text: sentence, interrupt } }), {
    changes: ['getCall'],
    onSuccess: () => setSentence(''),
  });
  return (
    <form
      className="grid content-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        say.mutate(undefined);
      }}
    >
      <Field label={words.say} hint={words.sayHint} error={say.fields['text']}>
        <TextInput required maxLength={2_000} value={sentence} onValue={setSentence} />
      </Field>
      <div className="flex items-center justify-between gap-2">
        <Checkbox label={words.interrupt} checked={interrupt} onChecked={setInterrupt} />
        <Button type="submit" pending={say.isPending}>
          {words.send}
        </Button>
      </div>
      <FormError message={say.message} />
    </form>
  );
}

function Whisper({ roomName }: { readonly roomName: string }) {
  const [advice, setAdvice] = useState('');
  const whisper = useChange(() => api.whisperToAgent({ path: { roomName }, body: { text: advice } }), {
    changes: ['getCall'],
    onSuccess: () => setAdvice(''),
  });
  return (
    <form
      className="grid content-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        whisper.mutate(undefined);
      }}
    >
      <Field label={words.whisper} hint={words.whisperHint} error={whisper.fields['text']}>
        <TextArea required rows={2} maxLength={2_000} value={advice} onValue={setAdvice} />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" pending={whisper.isPending}>
          {words.send}
        </Button>
      </div>
      <FormError message={whisper.message} />
    </form>
  );
}
