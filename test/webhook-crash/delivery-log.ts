import { connectClient, type Connection } from '../../src/store/connection.ts';
import { keyOf, type DeliveryLog } from './check.ts';

const marked = 'select endpoint_id, event_id from webhook_deliveries where is_out_of_order';
const failed = `select distinct endpoint_id, event_id from webhook_attempts a
  join webhook_deliveries d on d.id = a.delivery_id
  where a.status_code is null or a.status_code not between 200 and 299`;
const leftovers = {
  'deliveries that did not succeed': `select count(*) from webhook_deliveries where status <> 'succeeded'`,
  'jobs of deliveries': `select count(*) from jobs where kind like 'deliver_webhook%'`,
  'requests to endpoints that count as in progress': `select coalesce(sum(active), 0) from job_groups where id like 'whk%'`,
  'events that are not published': 'select count(*) from events where published_position is null',
};

interface DeliveryRow {
  readonly endpoint_id: string;
  readonly event_id: string;
}

/** Reads the log of deliveries. `endpointIds` are in the order of the endpoints. */
export async function readDeliveryLog(
  connection: Connection,
  endpointIds: readonly string[],
): Promise<DeliveryLog> {
  const client = await connectClient(connection, 'parley tests');
  try {
    const keysOf = async (text: string) => {
      const { rows } = await client.query<DeliveryRow>(text);
      return new Set(rows.map((row) => keyOf(endpointIds.indexOf(row.endpoint_id), row.event_id)));
    };
    const counts: Record<string, number> = {};
    for (const [name, text] of Object.entries(leftovers)) {
      const { rows } = await client.query<[string]>({ text, rowMode: 'array' });
      counts[name] = Number(rows[0]![0]);
    }
    return { outOfOrder: await keysOf(marked), failed: await keysOf(failed), leftovers: counts };
  } finally {
    await client.end();
  }
}
