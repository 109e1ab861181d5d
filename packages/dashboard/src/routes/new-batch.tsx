import type { BatchReport } from '@parley/sdk/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, useChange } from '../api.ts';
import { Section } from '../components/page.tsx';
import type { CsvFile } from '../csv-file.ts';
import { BatchFormPage } from '../features/batches/batch-form-page.tsx';
import { ColumnChoice } from '../features/batches/column-choice.tsx';
import {
  batchCheckPath,
  columnsOption,
  dateOrderOf,
  lastReportOf,
  saveRejectedRows,
  startBatch,
  suggestName,
  useColumnChoices,
  useFileCheck,
  useNeededVariables,
} from '../features/batches/file-check.ts';
import { FileFindings, obstacleOf, undecided } from '../features/batches/file-findings.tsx';
import { FilePreview } from '../features/batches/file-preview.tsx';
import { FirstWords } from '../features/batches/first-words.tsx';
import { FileSection, type FileSettings } from '../features/batches/file-section.tsx';
import {
  checkedOptionsOf,
  initialSettings,
  startOptionsOf,
  StartSettingsForm,
} from '../features/batches/start-settings.tsx';
import { useCan } from '../features/session/session.ts';
import { formatCount } from '../format.ts';
import { text } from '../text/index.ts';

const words = text.batches.form;

/** From a file to calls: what the service reads in the file, who can be called, and one button. */
export function NewBatchPage() {
  const { file, report, fileSettings, choices, decisions, settings, check, start, ...form } = useNewBatch();
  const canStart = useCan('batches:write');
  const obstacle = canStart
    ? obstacleOf(report, {
        decisions,
        isComplete: file !== undefined && fileSettings.agentId !== '',
        wording: words,
      })
    : text.common.forbidden('batches:write');
  const hasRows = report !== undefined && report.validRows > 0;
  return (
    <BatchFormPage
      title={words.title}
      list="/batches"
      file={file}
      start={{
        label: startLabel(report, settings.isScheduled),
        obstacle,
        isDisabled: !hasRows || check.isFetching,
        isPending: start.isPending,
        message: start.message,
        onStart: start.mutate,
      }}
    >
      <FileSection
        file={file}
        onFile={(chosen) => void form.chooseFile(chosen)}
        settings={fileSettings}
        onSettings={form.setFileSettings}
        check={check}
      />
      {file !== undefined && (
        <ColumnChoice
          file={file}
          report={report ?? lastReportOf<BatchReport>('validateBatch', file)}
          meanings={words.reserved}
          choices={choices}
          onChoices={form.setChoices}
        />
      )}
      {report !== undefined && (
        <>
          <FileFindings
            wording={words}
            report={report}
            linkOf={(batchId) => ({ to: '/batches/$batchId', params: { batchId } })}
            decisions={decisions}
            onDecisions={form.setDecisions}
            onSaveRejected={form.saveRejected}
          />
          <FilePreview report={report} dateOrder={fileSettings.dateOrder} />
          <FirstWords report={report} agentId={fileSettings.agentId} />
          <Section title={words.startTitle}>
            <StartSettingsForm settings={settings} onSettings={form.setSettings} fields={start.fields} />
          </Section>
        </>
      )}
    </BatchFormPage>
  );
}

function startLabel(report: BatchReport | undefined, isScheduled: boolean): string {
  if (report === undefined) return words.callNobody;
  const count = formatCount(report.validRows);
  return isScheduled ? words.scheduleCalls(count) : words.call(count);
}

function useNewBatch() {
  const [file, setFile] = useState<CsvFile>();
  const [fileSettings, setFileSettings] = useState<FileSettings>({
    agentId: '',
    defaultCountry: '',
    dateOrder: '',
  });
  const { choices, setChoices, setProposed, ...columns } = useColumnChoices();
  const [decisions, setDecisions] = useState(undecided);
  const [settings, setSettings] = useState(initialSettings);
  const [suggestedName, setSuggestedName] = useState('');
  const navigate = useNavigate();
  const fileOptions = {
    ...Object.fromEntries(Object.entries(fileSettings).filter(([, value]) => value !== '')),
    columns: columnsOption(choices),
    onRecentNumbers: decisions.skipRecent && !decisions.allowRepeat ? 'skip' : 'call',
  };
  const checkedOptions = { ...fileOptions, ...checkedOptionsOf(settings) };
  const check = useFileCheck(file, checkedOptions);
  const start = useChange(
    (chosen: CsvFile) =>
      startBatch(chosen, {
        ...fileOptions,
        ...startOptionsOf(settings),
        ...(decisions.skipInvalid && { onInvalidRows: 'skip' }),
        ...(decisions.allowRepeat && { allowRepeat: true }),
      }),
    {
      changes: ['listBatches'],
      onSuccess: ({ batchId }) =>
        void navigate({ to: '/batches/$batchId', params: { batchId }, ignoreBlocker: true }),
    },
  );
  const chooseFile = async (chosen: CsvFile) => {
    setFile(chosen);
    columns.chooseFile(chosen);
    setDecisions(undecided);
    setFileSettings({
      ...fileSettings,
      dateOrder: fileSettings.dateOrder || (dateOrderOf(chosen)?.order ?? ''),
    });
    start.reset();
    const name = await suggestName(chosen, (search) => api.iterate('listBatches', { query: { search } }));
    setSuggestedName(name);
    setSettings((current) => (current.name === suggestedName ? { ...current, name } : current));
  };
  const report = check.error === null ? check.data : undefined;
  useNeededVariables(report?.variablesMissing, setProposed);
  return {
    file,
    report,
    fileSettings,
    choices,
    decisions,
    settings,
    check,
    start,
    chooseFile,
    saveRejected: () => saveRejectedRows(batchCheckPath, file!, checkedOptions),
    setFileSettings,
    setChoices,
    setDecisions,
    setSettings,
  };
}
