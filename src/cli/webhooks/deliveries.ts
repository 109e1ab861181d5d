import type { WebhookDelivery, WebhookDeliveryDetail } from '../../../packages/sdk/src/client.ts';
import { minuteText } from '../minute-text.ts';
import type { Output } from '../output.ts';
import type { ResourceService } from '../resources.ts';
import { table } from '../table.ts';

const headings = ['id', 'event', 'subject', 'status', 'attempts', 'code', 'created'];

const pathOf = (id: string): string => `/v1/api/webhooks/${encodeURIComponent(id)}/deliveries`;

/** Lists the deliveries of an endpoint, newest first. */
export async function listDeliveries(
  service: ResourceService,
  id: string,
  { limit, status }: { readonly limit: string; readonly status?: string },
  output: Output,
): Promise<void> {
  const query = new URLSearchParams({ limit, ...(status !== undefined && { status }) });
  const response = await service.send('GET', `${pathOf(id)}?${query.toString()}`);
  const { data } = (await response.json()) as {
    data: { deliveries: readonly WebhookDelivery[]; total: number };
  };
  const cells = data.deliveries.map((one) => [
    one.id,
    one.event,
    one.subjectId,
    one.status,
    String(one.attempts),
    one.statusCode === null ? '—' : String(one.statusCode),
    minuteText(one.createdAt),
  ]);
  const [heading = '', ...lines] = table(headings, cells);
  output.line(output.paint('dim', heading));
  for (const line of lines) output.line(line);
  output.line(output.paint('dim', `${data.deliveries.length} of ${data.total}`));
  output.result(data);
}

/** Shows a delivery with its attempts. */
export async function showDelivery(
  service: ResourceService,
  id: string,
  deliveryId: string,
  output: Output,
): Promise<void> {
  const response = await service.send('GET', `${pathOf(id)}/${encodeURIComponent(deliveryId)}`);
  const delivery = (await response.json()) as WebhookDeliveryDetail;
  output.line(JSON.stringify(delivery, null, 2));
  output.result(delivery);
}
