import type { Version, VersionChange } from '@parley/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { QueryState } from '../../components/states.tsx';
import { RelativeTime } from '../../components/time.tsx';
import { text } from '../../text/index.ts';
import { useEditorName } from './use-editor-name.ts';
import { VersionChanges } from './version-changes.tsx';

const words = text.form.versions;

interface VersionHistoryProps {
  readonly id: string;
  readonly current: number;
  readonly canWrite: boolean;
  readonly versions: {
    readonly rows: readonly Version[];
    readonly hasNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  readonly readVersion: (version: number) => Promise<ComparedVersion>;
  readonly restore: (version: number) => Promise<unknown>;
}

interface ComparedVersion {
  readonly comparedWith: number | null;
  readonly changes: readonly VersionChange[];
  readonly changesTruncated: boolean;
}

/** All versions, newest first. Each shows its differences from the version before, and can be restored. */
export function VersionHistory({ versions, ...props }: VersionHistoryProps) {
  return (
    <div className="grid gap-3">
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
        {versions.rows.map((version) => (
          <VersionEntry key={version.version} version={version} {...props} />
        ))}
      </ol>
      {versions.hasNextPage && (
        <Button onClick={() => void versions.fetchNextPage()}>{text.common.more}</Button>
      )}
    </div>
  );
}

interface VersionEntryProps extends Omit<VersionHistoryProps, 'versions'> {
  readonly version: Version;
}

function VersionEntry({ version, id, current, canWrite, readVersion, restore }: VersionEntryProps) {
  const [isOpen, setIsOpen] = useState(false);
  const nameOf = useEditorName();
  const number = version.version;
  return (
    <li className="grid gap-2 px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="font-medium underline-offset-2 hover:underline"
        >
          {words.version(number)}
        </button>
        {number === current && <Badge tone="ok">{words.current}</Badge>}
        <span className="min-w-0 flex-1 break-words text-muted">
          <RelativeTime value={version.createdAt} />{' '}
          {version.createdBy !== null && words.by(nameOf(version.createdBy))}
        </span>
        {number !== current && canWrite && (
          <Confirm
            trigger={(open) => <Button onClick={open}>{words.restore}</Button>}
            title={words.restoreTitle(number)}
            description={words.restoreDescription}
            action={words.restore}
            onConfirm={async () => {
              await restore(number);
              await queryClient.invalidateQueries();
            }}
          />
        )}
      </div>
      {isOpen && <Changes id={id} version={number} readVersion={readVersion} />}
    </li>
  );
}

function Changes({
  id,
  version,
  readVersion,
}: Pick<VersionHistoryProps, 'id' | 'readVersion'> & { readonly version: number }) {
  const query = useQuery({
    queryKey: ['version', id, version],
    queryFn: () => readVersion(version),
    staleTime: Infinity,
  });
  return (
    <QueryState query={query}>
      {({ comparedWith, changes, changesTruncated }) =>
        comparedWith === null ? (
          <p className="text-sm text-muted">{words.first}</p>
        ) : (
          <>
            <VersionChanges changes={changes} />
            {changesTruncated && <p className="text-sm text-muted">{words.truncated}</p>}
          </>
        )
      }
    </QueryState>
  );
}
