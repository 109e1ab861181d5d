import type { BatchReport } from '@parley/sdk/client';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Page, Section } from '../components/page.tsx';
import { FormError } from '../components/states.tsx';
import type { CsvFile } from '../csv-file.ts';
import { ColumnChoice } from '../features/batches/column-choice.tsx';
import {
  columnsOption,
  startBatch,
  useFileCheck,
  type ColumnChoices,
} from '../features/batches/file-check.ts';
import { FileFindings, type FileDecisions } from '../features/batches/file-findings.tsx';
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
const undecided: FileDecisions = { skipInvalid: false, allowRepeat: false };

/** From a file to calls: what the service reads in the file, who can be called, and one button. */
export function NewBatchPage() {
  const { file, report, fileSettings, choices, decisions, settings, check, start, ...form } = useNewBatch();
  const canStart = useCan('batches:write');
  const obstacle = canStart
    ? obstacleOf(report, { decisions, isComplete: file !== undefined && fileSettings.agentId !== '' })
    : text.common.forbidden('batches:write');
  const hasRows = report !== undefined && report.validRows > 0;
  return (
    <Page
      title={words.title}
      description={
        <Link to="/batches" className="underline-offset-2 hover:underline">
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
              report={report}
              linkOf={(batchId) => ({ to: '/batches/$batchId', params: { batchId } })}
              decisions={decisions}
              onDecisions={form.setDecisions}
            />
            <FilePreview report={report} />
            <FirstWords report={report} agentId={fileSettings.agentId} />
            <Section title={words.startTitle}>
              <StartSettingsForm settings={settings} onSettings={form.setSettings} fields={start.fields} />
            </Section>
          </>
        )}
        <FormError message={start.message} />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            variant="primary"
            className="h-11! px-5! text-base!"
            disabled={obstacle !== undefined || !hasRows || check.isFetching}
            pending={start.isPending}
          >
            {startLabel(report, settings.isScheduled)}
          </Button>
          {obstacle !== undefined && <p className="text-sm text-muted">{obstacle}</p>}
        </div>
      </form>
    </Page>
  );
}

function startLabel(report: BatchReport | undefined, isScheduled: boolean): string {
  if (report === undefined) return words.callNobody;
  const count = formatCount(report.validRows);
  return isScheduled ? words.scheduleCalls(count) : words.call(count);
}

interface Readiness {
  readonly decisions: FileDecisions;
  readonly isComplete: boolean;
}

/** Returns what the user must do before the start. */
function obstacleOf(report: BatchReport | undefined, { decisions, isComplete }: Readiness) {
  if (!isComplete) return words.cannotStart;
  if (report === undefined) return undefined;
  if (report.invalidRows > 0 && !decisions.skipInvalid) return words.fixErrors;
  return report.repeatOf !== null && !decisions.allowRepeat ? words.fixRepeat : undefined;
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
      onSuccess: ({ batchId }) => void navigate({ to: '/batches/$batchId', params: { batchId } }),
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
