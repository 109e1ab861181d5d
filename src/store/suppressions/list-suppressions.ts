import { suppressionChannels, type SuppressionChannel } from '../../domain/conversations/suppression.ts';
import { Conditions, listPage, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { suppressionColumns, type SuppressionRow } from './suppression-row.ts';

export interface SuppressionFilters {
  readonly workspaceId: string;
  readonly channel?: SuppressionChannel | undefined;
  /** As it is stored. */
  readonly address?: string | undefined;
  /** How the address begins, as it is stored. */
  readonly search?: string | undefined;
}

export function listSuppressions(
  db: Queryable,
  { workspaceId, channel, address, search, ...window }: SuppressionFilters & ListWindow,
): Promise<ListPage<SuppressionRow>> {
  const byAddress = address !== undefined || search !== undefined;
  const conditions = new Conditions()
    .add('workspace_id = ?', workspaceId)
    .add('channel = ?', channel)
    // All channels by name: the index on addresses begins with the channel.
    .add('channel = any(?)', channel === undefined && byAddress ? suppressionChannels : undefined)
    .add('address = ?', address)
    .add('address ^@ ?', search);
  return listPage(db, { table: 'suppressions', columns: suppressionColumns, conditions }, window);
}
