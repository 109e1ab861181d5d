import type { BatchRowsMessageInput, MessageBatchApproval } from '@parley/sdk/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, readError, useChange, useList } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox, Field, Select } from '../../components/field.tsx';
import { Facts } from '../../components/page.tsx';
import { FormError } from '../../components/states.tsx';
import { formatCount } from '../../format.ts';
import { text } from '../../text/index.ts';
import { optionsOf } from '../../text/options.ts';
import { DialogButton } from '../session/dialog-button.tsx';

const words = text.batches.batch;
const formWords = text.messageBatches.form;

type Outcome = NonNullable<BatchRowsMessageInput['outcomes']>[number];

const outcomes: readonly Outcome[] = [
  'no_answer',
  'busy',
  'voicemail',
  'failed',
  'unknown',
  'answered',
  'transferred',
];

/** Opens the form in which people of a batch of calls are chosen by the outcome, and are written to in a batch of messages. */
export const TextTheRest = ({ batchId }: { readonly batchId: string }) => (
  <DialogButton
    scope="messages:send"
    label={words.text}
    title={words.textTitle}
    description={words.textDescription}
  >
    {(close) => <TextForm batchId={batchId} onCancel={close} />}
  </DialogButton>
);

interface TextFormProps {
  readonly batchId: string;
  readonly onCancel: () => void;
}

interface TextSettings {
  readonly chosen: readonly Outcome[];
  readonly flowId: string;
  readonly approval: MessageBatchApproval;
}

/** Counts the people of the settings, and creates the batch of messages. */
function useTextBatch(batchId: string, { chosen, flowId, approval }: TextSettings) {
  const navigate = useNavigate();
  const body = { flowId, outcomes: [...chosen] };
  const path = { batchId };
  const count = useQuery({
    queryKey: ['messageBatchRows', batchId, body],
    queryFn: () => api.messageBatchRows({ path, body: { ...body, dryRun: true } }),
    enabled: flowId !== '' && chosen.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const send = useChange(() => api.messageBatchRows({ path, body: { ...body, approval } }), {
    changes: ['listMessageBatches'],
    onSuccess: (created) => {
      if (created.batchId !== null)
        void navigate({ to: '/batches/messages/$batchId', params: { batchId: created.batchId } });
    },
  });
  const countMessage = count.error === null ? '' : readError(count.error).message;
  return { counts: count.data, send, message: send.message || countMessage };
}

function TextForm({ batchId, onCancel }: TextFormProps) {
  const [settings, setSettings] = useState<TextSettings>({
    chosen: ['no_answer', 'busy', 'voicemail', 'failed'],
    flowId: '',
    approval: 'first',
  });
  const { chosen, flowId, approval } = settings;
  const set = (changed: Partial<TextSettings>) => setSettings({ ...settings, ...changed });
  const { counts, send, message } = useTextBatch(batchId, settings);
  const toSend = chosen.length === 0 ? 0 : (counts?.toSend ?? 0);
  const count = formatCount(toSend);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate(undefined);
      }}
    >
      <OutcomeChoice chosen={chosen} onChosen={(outcomesNow) => set({ chosen: outcomesNow })} />
      <FlowField flowId={flowId} onFlowId={(id) => set({ flowId: id })} error={send.fields['flowId']} />
      <Field label={formWords.approval}>
        <Select
          value={approval}
          onValue={(value) => set({ approval: value })}
          options={optionsOf(formWords.approvals)}
        />
      </Field>
      {counts !== undefined && <AgainFacts counts={counts} wording={words.textFacts} always="toSend" />}
      <FormError message={message} />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{text.common.cancel}</Button>
        <Button type="submit" variant="primary" disabled={toSend === 0} pending={send.isPending}>
          {approval === 'none' ? formWords.start(count) : formWords.prepare(count)}
        </Button>
      </div>
    </form>
  );
}

interface OutcomeChoiceProps {
  readonly chosen: readonly Outcome[];
  readonly onChosen: (chosen: readonly Outcome[]) => void;
}

const OutcomeChoice = ({ chosen, onChosen }: OutcomeChoiceProps) => (
  <fieldset className="grid grid-cols-2 gap-2">
    <legend className="pb-1 text-sm font-medium">{words.textOutcomes}</legend>
    {outcomes.map((outcome) => (
      <Checkbox
        key={outcome}
        label={text.batches.outcomes[outcome]}
        checked={chosen.includes(outcome)}
        onChecked={(isChosen) =>
          onChosen(outcomes.filter((one) => (one === outcome ? isChosen : chosen.includes(one))))
        }
      />
    ))}
  </fieldset>
);

interface FlowFieldProps {
  readonly flowId: string;
  readonly onFlowId: (flowId: string) => void;
  readonly error: string | undefined;
}

function FlowField({ flowId, onFlowId, error }: FlowFieldProps) {
  const flows = useList('listFlows', { query: { limit: 100, type: 'message', status: 'active' } });
  return (
    <Field
      label={formWords.flow}
      hint={!flows.isPending && flows.rows.length === 0 ? formWords.noFlows : words.textFlowHint}
      error={error}
    >
      <Select
        required
        value={flowId}
        onValue={onFlowId}
        options={[['', formWords.chooseFlow], ...flows.rows.map(({ id, name }) => [id, name] as const)]}
      />
    </Field>
  );
}

interface AgainFactsProps<Name extends string> {
  readonly counts: Readonly<Record<Name, number>>;
  readonly wording: Readonly<Record<Name, string>>;
  /** The count that is shown even if it is 0. */
  readonly always: Name;
}

/** Counts of the people who are contacted again, and of the others by reason. */
export const AgainFacts = <Name extends string>({ counts, wording, always }: AgainFactsProps<Name>) => (
  <Facts
    facts={optionsOf<Name>(wording)
      .filter(([name]) => counts[name] > 0 || name === always)
      .map(([name, label]) => [label, formatCount(counts[name])])}
  />
);
