import type { VersionChange } from '@parley/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { QueryState } from '../../components/states.tsx';
import { text } from '../../text/index.ts';
import type { Versioned } from './use-validation.ts';
import { useEditorName } from './use-editor-name.ts';
import { VersionChanges } from './version-changes.tsx';

const words = text.form;

interface ConflictDialogProps<Resource extends Versioned> {
  readonly id: string;
  readonly baseVersion: number;
  readonly readCurrent: () => Promise<Resource>;
  readonly readVersion: (version: number, against: number) => Promise<ComparedVersion>;
  readonly onResolve: (current: Resource, keepsChanges: boolean) => void;
  readonly onClose: () => void;
}

interface ComparedVersion {
  readonly createdBy: string | null;
  readonly changes: readonly VersionChange[];
}

/** Shows who saved what while the user was editing, and keeps or discards the changes of the user. */
export function ConflictDialog<Resource extends Versioned>({
  id,
  baseVersion,
  readCurrent,
  readVersion,
  onResolve,
  onClose,
}: ConflictDialogProps<Resource>) {
  const nameOf = useEditorName();
  const query = useQuery({
    queryKey: ['conflict', id, baseVersion],
    queryFn: async () => {
      const current = await readCurrent();
      return { current, version: await readVersion(current.version, baseVersion) };
    },
    staleTime: 0,
  });
  return (
    <Dialog
      title={words.conflictTitle(nameOf(query.data?.version.createdBy ?? null))}
      description={words.conflict}
      isOpen
      onOpenChange={onClose}
    >
      <QueryState query={query}>
        {({ current, version }) => (
          <>
            <VersionChanges changes={version.changes} />
            <div className="flex flex-wrap justify-end gap-2">
              <Button variant="danger" onClick={() => onResolve(current, false)}>
                {words.conflictDiscard}
              </Button>
              <Button variant="primary" onClick={() => onResolve(current, true)}>
                {words.conflictKeep}
              </Button>
            </div>
          </>
        )}
      </QueryState>
    </Dialog>
  );
}
