import { z } from 'zod';
import { reject } from '../core/problems.ts';
import { createdAt, version } from '../domain/fields.ts';
import { type VersionChange, versionChanges } from '../domain/version-changes.ts';
import type { Queryable } from '../store/queryable.ts';
import { listVersions, type VersionOwner, type VersionRow } from '../store/versions.ts';
import type { PathParameter } from './endpoint.ts';
import { listQuery, listResponseSchema, listWindow, queryInteger, type PageQuery } from './paging.ts';

export const versionParameter = {
  version: {
    kind: 'version',
    notFoundCode: 'version_not_found',
    description: 'The number of the version, from 1.',
  },
} as const satisfies Record<string, PathParameter>;

const createdBy = z.string().nullable().meta({
  description: 'The id of the key or user that saved the version. Null: not known.',
});

const Version = z
  .object({ version, createdBy, createdAt })
  .meta({ id: 'Version', title: 'Version', description: 'A saved version of an agent or a flow.' });

export const versionListQuery = listQuery({});
export const versionListResponse = listResponseSchema('versions', Version);

/** Returns the response of a list of versions, newest first. */
export async function versionList(
  db: Queryable,
  owner: VersionOwner,
  query: PageQuery,
): Promise<z.input<typeof versionListResponse>> {
  const { cursor, limit, page = 1, ...dates } = query;
  const before = cursor === undefined ? undefined : readCursor(cursor);
  const { rows, total } = await listVersions(db, owner, { ...listWindow({ ...dates, page, limit }), before });
  const versions = rows.slice(0, limit).map(toVersion);
  const nextCursor = rows.length > limit ? writeCursor(versions.at(-1)!.version) : null;
  return { data: { versions, total, page, limit, totalPages: Math.ceil(total / limit), nextCursor } };
}

const toVersion = ({ version: number, createdBy: by, createdAt: at }: VersionRow) => ({
  version: number,
  createdBy: by,
  createdAt: at.toISOString(),
});

const writeCursor = (before: number): string => Buffer.from(`version ${before}`).toString('base64url');

function readCursor(cursor: string): number {
  const match = /^version (\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match !== null) return Number(match[1]);
  const message = 'The cursor is invalid. Send the nextCursor of a list.';
  return reject('invalid_query', { fields: [{ path: 'cursor', code: 'invalid_cursor', message }] });
}

/** The query of a version: the version to compare it with. */
export const comparisonQuery = z.strictObject({
  against: queryInteger(1, 999_999_999).optional().meta({
    description: 'The version to compare with. Default: the version before.',
  }),
});

const Change = z
  .object({
    op: z.enum(['add', 'remove', 'replace', 'reorder']).meta({
      description:
        '`add`, `remove` or `replace` of a value, or `reorder` of a list, with the ids of its elements as values.',
    }),
    pointer: z.string().meta({
      description:
        'JSON pointer (RFC 6901) to the value in this version, or in the other version if it was removed.',
      examples: ['/nodes/2/config/text'],
    }),
    element: z
      .string()
      .optional()
      .meta({
        description: 'The id or name of the innermost list element with the change, such as a node.',
        examples: ['greeting'],
      }),
    before: z.unknown().optional().meta({ description: 'The value in the other version.' }),
    after: z.unknown().optional().meta({ description: 'The value in this version.' }),
  })
  .meta({
    id: 'VersionChange',
    title: 'Version change',
    description: 'A difference between two versions.',
    examples: [
      {
        op: 'replace',
        pointer: '/nodes/2/config/text',
        element: 'greeting',
        before: 'Hello.',
        after: 'Good morning.',
      },
    ],
  });

const maxChanges = 1000;

/** The fields of a version in addition to those of the agent or flow. */
export const comparisonFields = {
  createdBy,
  comparedWith: z
    .int()
    .nullable()
    .meta({
      description: 'The version that `changes` refers to. Null: this is the first version.',
      examples: [1],
    }),
  changes: z.array(Change).meta({
    description: `The differences from the version \`comparedWith\`, at most ${maxChanges.toLocaleString('en-US')}. Elements of a list are matched by id or name.`,
  }),
  changesTruncated: z.boolean().meta({ description: 'Whether there are more changes.' }),
};

/** The content of a version, and the key or user that saved it. */
export interface VersionContent {
  readonly version: number;
  readonly content: unknown;
  readonly createdBy: string | null;
}

/** Returns the comparison of a version with `against`, or with the version before. `find` returns a version of the same resource. */
export async function compareVersion(
  { version: number, content, createdBy: by }: VersionContent,
  against: number | undefined,
  find: (number: number) => Promise<unknown>,
) {
  const comparedWith = against ?? (number === 1 ? null : number - 1);
  const changes: VersionChange[] = [];
  if (comparedWith !== null) {
    const before = await find(comparedWith);
    if (before === undefined) reject('version_not_found');
    for (const change of versionChanges(before, content)) {
      changes.push(change);
      if (changes.length > maxChanges) break;
    }
  }
  return {
    createdBy: by,
    comparedWith,
    changes: changes.slice(0, maxChanges),
    changesTruncated: changes.length > maxChanges,
  };
}
