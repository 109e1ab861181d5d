import type { BatchReport } from '@parley/sdk/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../api.ts';
import { Section } from '../components/page.tsx';
import type { CsvFile } from '../csv-file.ts';
import { BatchFormPage } from '../features/batches/batch-form-page.tsx';
import { ColumnChoice } from '../features/batches/column-choice.tsx';
import {
  batchNameFor,
  choicesFor,
  columnsOption,
  startBatch,
  useFileCheck,
  type ColumnChoices,
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
        onFile={form.chooseFile}
        settings={fileSettings}
        onSettings={form.setFileSettings}
        check={check}
      />
      {file !== undefined && (
        <ColumnChoice file={file} report={report} choices={choices} onChoices={form.setChoices} />
      )}
      {report !== undefined && (
        <>
          <FileFindings
            wording={words}
            report={report}
            linkOf={(batchId) => ({ to: '/batches/$batchId', params: { batchId } })}
            decisions={decisions}
            onDecisions={form.setDecisions}
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
  const [choices, setChoices] = useState<ColumnChoices>({});
  const [decisions, setDecisions] = useState(undecided);
  const [settings, setSettings] = useState(initialSettings);
  const navigate = useNavigate();
  const fileOptions = {
    ...Object.fromEntries(Object.entries(fileSettings).filter(([, value]) => value !== '')),
    columns: columnsOption(choices),
  };
  const check = useFileCheck(file, { ...fileOptions, ...checkedOptionsOf(settings) });
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
    fileSettings,
    choices,
    decisions,
    settings,
    check,
    start,
    chooseFile,
    setFileSettings,
    setChoices,
    setDecisions,
    setSettings,
  };
}
