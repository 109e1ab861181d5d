import type { MessageBatch, MessageBatchApproval, MessageBatchReport } from '@parley/sdk/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange, useList } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Field, Select, TextInput } from '../components/field.tsx';
import { FileDrop } from '../components/file-drop.tsx';
import { Page, Section } from '../components/page.tsx';
import { FormError } from '../components/states.tsx';
import { countryOptions } from '../countries.ts';
import type { CsvFile } from '../csv-file.ts';
import { ColumnChoice } from '../features/batches/column-choice.tsx';
import { columnsOption, sendFile, type ColumnChoices } from '../features/batches/file-check.ts';
import { FileFindings, type FileDecisions } from '../features/batches/file-findings.tsx';
import { CheckState } from '../features/batches/file-section.tsx';
import { RowSample } from '../features/batches/row-sample.tsx';
import { nextHour, ScheduleFields } from '../features/batches/start-settings.tsx';
import { ComposedMessageText } from '../features/message-batches/composed-message.tsx';
import { RecipientPreview } from '../features/message-batches/recipient-preview.tsx';
import { useCan, useSession } from '../features/session/session.ts';
import { formatCount, formatPhone } from '../format.ts';
import { text } from '../text/index.ts';
import { optionsOf } from '../text/options.ts';

const words = text.messageBatches.form;
const undecided: FileDecisions = { skipInvalid: false, allowRepeat: false };
const initial = () => ({
  isScheduled: false,
  scheduledAt: nextHour(),
  flowId: '',
  defaultCountry: '',
  name: '',
  approval: 'first' as MessageBatchApproval,
  messagesPerSecond: '',
});

/** From a file to messages: what the service reads in the file, who receives a message, and one button. */
export function NewMessageBatchPage() {
  const { file, report, settings, decisions, choices, check, start, ...form } = useNewMessageBatch();
  const canSend = useCan('messages:send');
  const { maxFileBytes } = useSession();
  const obstacle = canSend
    ? obstacleOf(report, decisions, file !== undefined && settings.flowId !== '')
    : text.common.forbidden('messages:send');
  return (
    <Page
      title={words.title}
      description={
        <Link to="/batches/messages" className="underline-offset-2 hover:underline">
          {text.batches.title}
        </Link>
      }
    >
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (file !== undefined) start.mutate(file);
        }}
      >
        <Section title={text.batches.form.file}>
          <div className="grid gap-4 px-4 py-4">
            <FileDrop
              label={text.batches.form.file}
              file={file}
              onFile={form.chooseFile}
              maxBytes={maxFileBytes}
            />
            <SettingsFields settings={settings} onSettings={form.setSettings} fields={start.fields} />
            <CheckState check={check} />
          </div>
        </Section>
        {file !== undefined && (
          <ColumnChoice file={file} report={report} choices={choices} onChoices={form.setChoices} />
        )}
        {report !== undefined && (
          <>
            <FileFindings
              report={report}
              linkOf={(batchId) => ({ to: '/batches/messages/$batchId', params: { batchId } })}
              decisions={decisions}
              onDecisions={form.setDecisions}
            />
            <RecipientPreview report={report} />
            <MessageSample report={report} />
          </>
        )}
        <FormError message={start.message} />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            variant="primary"
            className="h-11! px-5! text-base!"
            disabled={obstacle !== undefined || (report?.validRows ?? 0) === 0 || check.isFetching}
            pending={start.isPending}
          >
            {startLabel(report, settings.approval)}
          </Button>
          {obstacle !== undefined && <p className="text-sm text-muted">{obstacle}</p>}
        </div>
      </form>
    </Page>
  );
}

/** The message of one row, with its values. */
const MessageSample = ({ report }: { readonly report: MessageBatchReport }) => (
  <RowSample
    title={words.sample}
    samples={report.firstMessages.map((message) => ({
      label: formatPhone(message.to),
      body: <ComposedMessageText message={message} />,
    }))}
  />
);

function startLabel(report: MessageBatchReport | undefined, approval: MessageBatchApproval): string {
  if (report === undefined) return words.nothing;
  const count = formatCount(report.validRows);
  return approval === 'none' ? words.start(count) : words.prepare(count);
}

/** Returns what the user must do before the start. */
function obstacleOf(report: MessageBatchReport | undefined, decisions: FileDecisions, isComplete: boolean) {
  if (!isComplete) return words.cannotStart;
  if (report === undefined) return undefined;
  if (report.invalidRows > 0 && !decisions.skipInvalid) return text.batches.form.fixErrors;
  return report.repeatOf !== null && !decisions.allowRepeat ? text.batches.form.fixRepeat : undefined;
}

type Settings = ReturnType<typeof initial>;

interface SettingsFieldsProps {
  readonly settings: Settings;
  readonly onSettings: (settings: Settings) => void;
  readonly fields: Readonly<Record<string, string>>;
}

function SettingsFields({ settings, onSettings, fields }: SettingsFieldsProps) {
  const flows = useList('listFlows', { query: { limit: 100, type: 'message', status: 'active' } });
  const set = (changed: Partial<Settings>) => onSettings({ ...settings, ...changed });
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Field
        label={words.flow}
        hint={!flows.isPending && flows.rows.length === 0 ? words.noFlows : words.flowHint}
        error={fields['flowId']}
      >
        <Select
          required
          value={settings.flowId}
          onValue={(flowId) => set({ flowId })}
          options={[['', words.chooseFlow], ...flows.rows.map(({ id, name }) => [id, name] as const)]}
        />
      </Field>
      <Field label={words.approval} error={fields['approval']}>
        <Select
          value={settings.approval}
          onValue={(approval) => set({ approval })}
          options={optionsOf(words.approvals)}
        />
      </Field>
      <Field label={words.name} error={fields['name']}>
        <TextInput value={settings.name} onValue={(name) => set({ name })} />
      </Field>
      <Field label={text.batches.form.country} hint={text.batches.form.countryHint}>
        <Select
          value={settings.defaultCountry}
          onValue={(defaultCountry) => set({ defaultCountry })}
          options={[['', text.batches.form.noCountry], ...countryOptions()]}
        />
      </Field>
      <Field
        label={words.messagesPerSecond}
        hint={words.messagesPerSecondHint}
        error={fields['messagesPerSecond']}
      >
        <TextInput
          type="number"
          min={0.1}
          max={100}
          step="any"
          placeholder="1"
          value={settings.messagesPerSecond}
          onValue={(messagesPerSecond) => set({ messagesPerSecond })}
        />
      </Field>
      <ScheduleFields settings={settings} set={set} error={fields['scheduledAt']} />
      <p className="text-sm text-muted md:col-span-2">{words.quietHours}</p>
    </div>
  );
}

function useNewMessageBatch() {
  const [file, setFile] = useState<CsvFile>();
  const [settings, setSettings] = useState(initial);
  const [choices, setChoices] = useState<ColumnChoices>({});
  const [decisions, setDecisions] = useState(undecided);
  const navigate = useNavigate();
  const { flowId, defaultCountry, name, approval, messagesPerSecond, isScheduled, scheduledAt } = settings;
  const fileOptions = {
    flowId,
    ...(defaultCountry !== '' && { defaultCountry }),
    columns: columnsOption(choices),
  };
  const check = useQuery({
    queryKey: ['validateMessageBatch', file?.id, fileOptions],
    queryFn: ({ signal }) =>
      sendFile<MessageBatchReport>('/v1/api/batch-messages/validate', file!, {
        options: fileOptions,
        signal,
      }),
    enabled: file !== undefined && flowId !== '',
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
  const start = useChange(
    (chosen: CsvFile) =>
      sendFile<MessageBatch>('/v1/api/batch-messages', chosen, {
        options: {
          ...fileOptions,
          approval,
          ...(name !== '' && { name }),
          ...(isScheduled && { scheduledAt: new Date(scheduledAt).toISOString() }),
          ...(messagesPerSecond !== '' && { messagesPerSecond: Number(messagesPerSecond) }),
          ...(decisions.skipInvalid && { onInvalidRows: 'skip' }),
          ...(decisions.allowRepeat && { allowRepeat: true }),
        },
      }),
    {
      changes: ['listMessageBatches'],
      onSuccess: ({ batchId }) => void navigate({ to: '/batches/messages/$batchId', params: { batchId } }),
    },
  );
  const chooseFile = (chosen: CsvFile) => {
    setFile(chosen);
    setChoices({});
    setDecisions(undecided);
    setSettings({ ...settings, name: chosen.name.replace(/\.\w+$/, '') });
    start.reset();
  };
  const report = check.error === null ? check.data : undefined;
  return {
    file,
    report,
    settings,
    decisions,
    choices,
    check,
    start,
    chooseFile,
    setSettings,
    setChoices,
    setDecisions,
  };
}
