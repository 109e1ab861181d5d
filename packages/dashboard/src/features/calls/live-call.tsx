import type { CallCommandResult, CallDetail } from '@parley/sdk/client';
import { useState, type ReactNode } from 'react';
import { api, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Checkbox, Field, TextInput } from '../../components/field.tsx';
import { Section } from '../../components/page.tsx';
import { FormError } from '../../components/states.tsx';
import { text } from '../../text/index.ts';
import { useCan } from '../session/session.ts';
import { useLiveTranscript } from './use-live-transcript.ts';

const words = text.calls.call;

/** Commands to an active call. Meanwhile, the transcript of the page follows the call. */
export function LiveCall({
  call,
  onSpeaking,
}: {
  readonly call: CallDetail;
  /** Called with whether the agent says a sentence that is not in the transcript yet. */
  readonly onSpeaking: (isSpeaking: boolean) => void;
}) {
  useLiveTranscript(call, onSpeaking);
  const canControl = useCan('active-calls:control');
  const path = { roomName: call.roomName };
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
          onConfirm={() => api.endActiveCall({ path })}
        />
      }
    >
      {canControl ? (
        <div className="@container grid gap-4 px-4 py-3">
          <div className="grid gap-4 @lg:grid-cols-2">
            <Say roomName={call.roomName} />
            <Whisper roomName={call.roomName} />
          </div>
          <Suspend call={call} />
        </div>
      ) : (
        <p className="px-4 py-3 text-sm text-muted">{text.common.forbidden('active-calls:control')}</p>
      )}
    </Section>
  );
}

/** Returns whether the last command of a kind began a hold or a mute. */
export const isOn = ({ timeline }: CallDetail, command: 'hold' | 'mute'): boolean =>
  timeline.findLast(({ type, detail }) => type === 'command' && detail['command'] === command)?.detail[
    'on'
  ] === true;

/** Holds the call or mutes the agent, and ends either. */
function Suspend({ call }: { readonly call: CallDetail }) {
  const path = { roomName: call.roomName };
  const hold = useChange((on: boolean) => api.holdCall({ path, body: { on } }), { changes: ['getCall'] });
  const mute = useChange((on: boolean) => api.muteAgent({ path, body: { on } }), { changes: ['getCall'] });
  const isHeld = isOn(call, 'hold');
  const isMuted = isOn(call, 'mute');
  const last = mute.submittedAt > hold.submittedAt ? mute : hold;
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <div className="flex flex-wrap gap-2">
        <Button aria-pressed={isHeld} pending={hold.isPending} onClick={() => hold.mutate(!isHeld)}>
          {isHeld ? words.resume : words.hold}
        </Button>
        <Button aria-pressed={isMuted} pending={mute.isPending} onClick={() => mute.mutate(!isMuted)}>
          {isMuted ? words.unmute : words.mute}
        </Button>
      </div>
      <Answer data={last.data} message={last.message} />
    </div>
  );
}

/** What the call has done, or why it could not. */
function Answer({
  data,
  message,
}: {
  readonly data: CallCommandResult | undefined;
  readonly message: string;
}) {
  if (message !== '') return <FormError message={message} />;
  return (
    <p role="status" className="text-xs text-muted">
      {data !== undefined && words.done[data.result]}
    </p>
  );
}

interface CommandFormProps {
  readonly label: string;
  readonly hint: string;
  readonly send: (sentence: string) => Promise<CallCommandResult>;
  readonly options?: ReactNode;
}

/** A text for the call, the button that sends it, and what the call has done with it. */
function CommandForm({ label, hint, send, options }: CommandFormProps) {
  const [sentence, setSentence] = useState('');
  const command = useChange(send, { changes: ['getCall'], onSuccess: () => setSentence('') });
  return (
    <form
      className="row-span-3 grid grid-rows-subgrid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        command.mutate(sentence);
      }}
    >
      <Field label={label} hint={hint} error={command.fields['text']}>
        <TextInput required maxLength={2_000} value={sentence} onValue={setSentence} />
      </Field>
      <div className="flex items-center justify-between gap-2">
        <Button type="submit" aria-label={`${words.send}: ${label}`} pending={command.isPending}>
          {words.send}
        </Button>
        {options}
      </div>
      <Answer data={command.data} message={command.message} />
    </form>
  );
}

function Say({ roomName }: { readonly roomName: string }) {
  const [interrupt, setInterrupt] = useState(false);
  return (
    <CommandForm
      label={words.say}
      hint={words.sayHint}
      send={(sentence) => api.sayInCall({ path: { roomName }, body: { text: sentence, interrupt } })}
      options={<Checkbox label={words.interrupt} checked={interrupt} onChecked={setInterrupt} />}
    />
  );
}

function Whisper({ roomName }: { readonly roomName: string }) {
  return (
    <CommandForm
      label={words.whisper}
      hint={words.whisperHint}
      send={(advice) => api.whisperToAgent({ path: { roomName }, body: { text: advice } })}
    />
  );
}
