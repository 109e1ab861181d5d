import { Button } from '../../components/button.tsx';
import { LeaveDialog } from '../../components/leave-dialog.tsx';
import { text } from '../../text/index.ts';
import { Findings, type FindingsProps } from './findings.tsx';

const words = text.form;

interface SaveActionsProps extends FindingsProps {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly isAllowed: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

/** Saves or discards the changes, shows what is wrong with them, and asks before the user leaves the page with changes. */
export function SaveActions({
  isDirty,
  isSaving,
  isAllowed,
  onSave,
  onDiscard,
  ...findings
}: SaveActionsProps) {
  return (
    <>
      <Findings {...findings} />
      {isDirty && (
        <>
          <span role="status" className="text-sm text-muted max-md:sr-only">
            {words.unsaved}
          </span>
          <Button variant="ghost" onClick={onDiscard}>
            {words.discard}
          </Button>
        </>
      )}
      <Button variant="primary" disabled={!isDirty || !isAllowed} pending={isSaving} onClick={onSave}>
        {text.common.save}
      </Button>
      <LeaveDialog isDirty={isDirty} />
    </>
  );
}
