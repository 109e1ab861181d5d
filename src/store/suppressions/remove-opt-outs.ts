import type { MessageChannel } from '../../domain/conversations/recipient.ts';
import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'remove_opt_outs',
  text: `with removed as (
      delete from suppressions where workspace_id = $1 and channel = $2 and address = $3 and created_by is null returning address)
    select (select count(*)::int from removed) as removed,
      exists (select from suppressions where workspace_id = $1 and channel = $2 and address = $3 and created_by is not null) as "isSuppressed"`,
};

/**
 * Removes the suppression of an address that a message or a call of the customer caused. A suppression by a user or an import remains: `isSuppressed` is
 * then true.
 */
export async function removeOptOuts(
  tx: Queryable,
  query: { readonly workspaceId: string; readonly channel: MessageChannel; readonly address: string },
): Promise<{ readonly removed: number; readonly isSuppressed: boolean }> {
  const { workspaceId, channel, address } = query;
  return (await tx.row(statement, [workspaceId, channel, address]))!;
}
