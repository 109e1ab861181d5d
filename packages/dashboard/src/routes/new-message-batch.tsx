import type { MessageBatch, MessageBatchApproval, MessageBatchReport } from '@parley/sdk/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, useChange, useList } from '../api.ts';
import { Field, Select, TextInput } from '../components/field.tsx';
import { FileDrop } from '../components/file-drop.tsx';
import { Section } from '../components/page.tsx';
import type { CsvFile } from '../csv-file.ts';
import { BatchFormPage } from '../features/batches/batch-form-page.tsx';
import { ColumnChoice } from '../features/batches/column-choice.tsx';
import {
  columnsOption,
  dateOrderOf,
  lastReportOf,
  saveRejectedRows,
  sendFile,
  suggestName,
  useColumnChoices,
  useFileCheck,
  useNeededVariables,
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
const checkPath = '/v1/api/batch-messages/validate';

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
            onFile={(chosen) => void form.chooseFile(chosen)}
            maxBytes={maxFileBytes}
          />
          <SettingsFields
            file={file}
            settings={settings}
            onSettings={form.setSettings}
            fields={start.fields}
          />
          <CheckState check={check} />
        </div>
      </Section>
      {file !== undefined && (
        <ColumnChoice
          file={file}
          report={report ?? form.columnReport}
          meanings={words.meanings}
          choices={choices}
          onChoices={form.setChoices}
        />
      )}
      {report !== undefined && (
        <>
          <FileFindings
            wording={words}
            report={report}
            linkOf={(batchId) => ({ to: '/batches/messages/$batchId', params: { batchId } })}
            decisions={decisions}
            onDecisions={form.setDecisions}
            onSaveRejected={form.saveRejected}
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
  readonly file: CsvFile | undefined;
  readonly settings: Settings;
  readonly onSettings: (settings: Settings) => void;
  readonly fields: Readonly<Record<string, string>>;
}

function SettingsFields({ file, settings, onSettings, fields }: SettingsFieldsProps) {
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
      <ReadingFields file={file} settings={settings} onSettings={set} />
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

/** What the service finds in the file, and its columns before a message is chosen. */
function useMessageCheck(file: CsvFile | undefined, fileOptions: { readonly flowId: string }) {
  const { flowId } = fileOptions;
  const check = useQuery({
    queryKey: ['validateMessageBatch', file?.id, fileOptions],
    queryFn: ({ signal }) =>
      sendFile<MessageBatchReport>(checkPath, file!, {
        options: fileOptions,
        signal,
      }),
    enabled: file !== undefined && flowId !== '',
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
  // The check of calls reads the columns before a message is chosen.
  const columnCheck = useFileCheck(flowId === '' ? file : undefined, { ...fileOptions, flowId: undefined });
  return { check, columnCheck };
}

const batchesLike = (search: string) => api.iterate('listMessageBatches', { query: { search } });

function useNewMessageBatch() {
  const [file, setFile] = useState<CsvFile>();
  const [settings, setSettings] = useState(initial);
  const [suggestedName, setSuggestedName] = useState('');
  const { choices, setChoices, setProposed, ...columns } = useColumnChoices();
  const [decisions, setDecisions] = useState(undecided);
  const navigate = useNavigate();
  const {
    flowId,
    defaultCountry,
    dateOrder,
    name: batchName,
    approval,
    messagesPerSecond,
    isScheduled,
    scheduledAt,
  } = settings;
  const reading = Object.entries({ defaultCountry, dateOrder }).filter(([, value]) => value !== '');
  const fileOptions = { flowId, ...Object.fromEntries(reading), columns: columnsOption(choices) };
  const { check, columnCheck } = useMessageCheck(file, fileOptions);
  const start = useChange(
    (chosen: CsvFile) =>
      sendFile<MessageBatch>('/v1/api/batch-messages', chosen, {
        options: {
          ...fileOptions,
          approval,
          ...(batchName !== '' && { name: batchName }),
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
  const chooseFile = async (chosen: CsvFile) => {
    setFile(chosen);
    columns.chooseFile(chosen);
    setDecisions(undecided);
    setSettings({ ...settings, dateOrder: dateOrder || (dateOrderOf(chosen)?.order ?? '') });
    start.reset();
    const name = await suggestName(chosen, batchesLike);
    setSuggestedName(name);
    setSettings((current) => (current.name === suggestedName ? { ...current, name } : current));
  };
  const report = check.error === null ? check.data : undefined;
  useNeededVariables(report?.variablesMissing, setProposed);
  return {
    file,
    report,
    columnReport: lastReportOf<MessageBatchReport>('validateMessageBatch', file) ?? columnCheck.data,
    settings,
    decisions,
    choices,
    check,
    start,
    chooseFile,
    saveRejected: () => saveRejectedRows(checkPath, file!, fileOptions),
    setSettings,
    setChoices,
    setDecisions,
  };
}
