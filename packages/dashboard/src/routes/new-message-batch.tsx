import type { MessageBatch, MessageBatchApproval, MessageBatchReport } from '@parley/sdk/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange, useList } from '../api.ts';
import { Field, Select, TextInput } from '../components/field.tsx';
import { FileDrop } from '../components/file-drop.tsx';
import { Section } from '../components/page.tsx';
import type { CsvFile } from '../csv-file.ts';
import { BatchFormPage } from '../features/batches/batch-form-page.tsx';
import { ColumnChoice } from '../features/batches/column-choice.tsx';
import {
  batchNameFor,
  choicesFor,
  columnsOption,
  sendFile,
  type ColumnChoices,
} from '../features/batches/file-check.ts';
import { FileFindings, obstacleOf, undecided } from '../features/batches/file-findings.tsx';
import { CheckState, ReadingFields } from '../features/batches/file-section.tsx';
import { RowSample } from '../features/batches/row-sample.tsx';
import { nextHour, ScheduleFields } from '../features/batches/start-settings.tsx';
import { ComposedMessageText } from '../features/message-batches/composed-message.tsx';
import { RecipientPreview } from '../features/message-batches/recipient-preview.tsx';
import { useCan, useSession } from '../features/session/session.ts';
import { formatCount, formatPhone } from '../format.ts';
import { text } from '../text/index.ts';
import { optionsOf } from '../text/options.ts';

const words = text.messageBatches.form;
const initial = () => ({
  isScheduled: false,
  scheduledAt: nextHour(),
  flowId: '',
  defaultCountry: '',
  dateOrder: '',
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
    ? obstacleOf(report, {
        decisions,
        isComplete: file !== undefined && settings.flowId !== '',
        wording: words,
      })
    : text.common.forbidden('messages:send');
  return (
    <BatchFormPage
      title={words.title}
      list="/batches/messages"
      file={file}
      start={{
        label: startLabel(report, settings.approval),
        obstacle,
        isDisabled: (report?.validRows ?? 0) === 0 || check.isFetching,
        isPending: start.isPending,
        message: start.message,
        onStart: start.mutate,
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
            wording={words}
            report={report}
            linkOf={(batchId) => ({ to: '/batches/messages/$batchId', params: { batchId } })}
            decisions={decisions}
            onDecisions={form.setDecisions}
          />
          <RecipientPreview report={report} dateOrder={settings.dateOrder} />
          <MessageSample report={report} />
        </>
      )}
    </BatchFormPage>
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
      <ReadingFields settings={settings} onSettings={set} />
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
  const { flowId, defaultCountry, dateOrder, name, approval, messagesPerSecond, isScheduled, scheduledAt } =
    settings;
  const fileOptions = {
    flowId,
    ...(defaultCountry !== '' && { defaultCountry }),
    ...(dateOrder !== '' && { dateOrder }),
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
      onSuccess: ({ batchId }) =>
        void navigate({ to: '/batches/messages/$batchId', params: { batchId }, ignoreBlocker: true }),
    },
  );
  const chooseFile = (chosen: CsvFile) => {
    setFile(chosen);
    setChoices(choicesFor(chosen, choices));
    setDecisions(undecided);
    setSettings({ ...settings, name: batchNameFor(chosen, settings.name, file) });
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
