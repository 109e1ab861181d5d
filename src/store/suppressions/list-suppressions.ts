import { suppressionChannels, type SuppressionChannel } from '../../domain/conversations/suppression.ts';
import { Conditions, listPage, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { countSuppressions } from './count-suppressions.ts';
import { suppressionColumns, type SuppressionRow } from './suppression-row.ts';

export interface SuppressionFilters {
  readonly workspaceId: string;
  readonly channel?: SuppressionChannel | undefined;
  /** E.164, or an email address in lower case. */
  readonly address?: string | undefined;
  /** Prefix of the address, as stored. */
  readonly search?: string | undefined;
}

/** Character that sorts after all characters of addresses. */
const lastCharacter = '\u{10FFFF}';

/** Lists one page with the exact total, which comes from the counters unless the list is filtered by address or date. */
export async function listSuppressions(
  db: Queryable,
  { workspaceId, channel, address, search, ...window }: SuppressionFilters & ListWindow,
): Promise<ListPage<SuppressionRow>> {
  const byAddress = address !== undefined || search !== undefined;
  const byDate = window.createdAtFrom !== undefined || window.createdAtTo !== undefined;
  const total = byAddress || byDate ? undefined : await countSuppressions(db, { workspaceId, channel });
  const conditions = new Conditions()
    .add('workspace_id = ?', workspaceId)
    .add('channel = ?', channel)
    // Names all channels, since the index on addresses begins with the channel.
    .add('channel = any(?)', channel === undefined && byAddress ? suppressionChannels : undefined)
    .add('address = ?', address)
    .add('address >= ?', search)
    .add('address < ?', search && `${search}${lastCharacter}`);
  return listPage(db, { table: 'suppressions', columns: suppressionColumns, conditions, total }, window);
}
