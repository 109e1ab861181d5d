import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { LeaveDialog } from '../../components/leave-dialog.tsx';
import { Page } from '../../components/page.tsx';
import { FormError } from '../../components/states.tsx';
import type { CsvFile } from '../../csv-file.ts';
import { text } from '../../text/index.ts';

const words = text.batches.form;

interface BatchFormPageProps {
  readonly title: string;
  /** The list of batches. */
  readonly list: '/batches' | '/batches/messages';
  readonly file: CsvFile | undefined;
  readonly start: {
    readonly label: string;
    /** What the user must do before the start. */
    readonly obstacle: string | undefined;
    readonly isDisabled: boolean;
    readonly isPending: boolean;
    /** Why the service rejected the last start; empty if it did not. */
    readonly message: string;
    readonly onStart: (file: CsvFile) => void;
  };
  readonly children: ReactNode;
}

/** The page of a new batch: one form, one button, and a question before its file is lost. */
export function BatchFormPage({ title, list, file, start, children }: BatchFormPageProps) {
  const { label, obstacle, isDisabled, isPending, message, onStart } = start;
  return (
    <Page
      title={title}
      description={
        <Link to={list} className="underline-offset-2 hover:underline">
          {text.batches.title}
        </Link>
      }
    >
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (file !== undefined) onStart(file);
        }}
      >
        {children}
        <FormError message={message} />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            variant="primary"
            className="h-11! px-5! text-base!"
            disabled={obstacle !== undefined || isDisabled}
            pending={isPending}
          >
            {label}
          </Button>
          {obstacle !== undefined && <p className="text-sm text-muted">{obstacle}</p>}
        </div>
      </form>
      <LeaveDialog isDirty={file !== undefined} title={words.leaveTitle} description={words.leave} />
    </Page>
  );
}
