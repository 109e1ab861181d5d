import { z } from 'zod';
import { createdAt, exampleId, idOf, updatedAt } from '../../domain/fields.ts';
import { deliveryStatus, webhookEndpointStatus } from '../../domain/webhooks/endpoint.ts';
import { eventTypeName, type EventTypeName } from '../../domain/webhooks/event-types.ts';
import type { WebhookEndpointRow } from '../../store/webhooks/endpoints.ts';
import type { DeliveryRow } from '../../store/webhooks/list-deliveries.ts';
import type { DeliveryAttempt } from '../../store/webhooks/deliveries.ts';
import type { PathParameter } from '../endpoint.ts';

const time = z.iso.datetime();

export const WebhookResponse = z
  .object({
    id: idOf('webhook'),
    url: z.string().meta({
      description: 'The URL that receives the events.',
      examples: ['https://example.com/hook'],
    }),
    events: z.array(z.string()).meta({ description: 'Event types, or only `*` for all.' }),
    description: z.string().meta({
      description: 'A note for users. It has no effect.',
      examples: ['Sends completed calls to the CRM.'],
    }),
    status: webhookEndpointStatus,
    statusDetail: z.string().nullable().meta({
      description: 'Why the endpoint was disabled automatically; null if it was not.',
    }),
    failingSince: time.nullable().meta({
      description:
        'The first failed attempt since the last successful one, or since the endpoint was enabled again.',
    }),
    lastSuccessAt: time.nullable().meta({
      description: 'The last successful attempt, accurate to one minute.',
    }),
    previousSecretUntil: time.nullable().meta({
      description: 'The time until which deliveries are also signed with a secret of an earlier rotation.',
    }),
    createdAt,
    updatedAt,
  })
  .meta({ id: 'Webhook' });

export const NewWebhookResponse = WebhookResponse.extend({
  secret: z.string().meta({
    description: 'The secret that signs deliveries, returned only once.',
    examples: ['whsec_…'],
  }),
}).meta({ id: 'NewWebhook' });

export const webhookParameter = {
  webhookId: {
    kind: 'webhook',
    notFoundCode: 'webhook_not_found',
    description: 'The id of the webhook endpoint.',
  },
} as const satisfies Record<string, PathParameter>;

export const deliveryParameter = {
  ...webhookParameter,
  deliveryId: {
    kind: 'delivery',
    notFoundCode: 'delivery_not_found',
    description: 'The id of the delivery.',
  },
} as const satisfies Record<string, PathParameter>;

export function toWebhookResponse(row: WebhookEndpointRow): z.input<typeof WebhookResponse> {
  const { id, url, events, description, status, statusDetail } = row;
  return {
    id,
    url,
    events,
    description,
    status,
    statusDetail,
    failingSince: row.failingSince?.toISOString() ?? null,
    lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
    previousSecretUntil: lastOverlapEnd(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export const DeliveryResponse = z
  .object({
    id: idOf('delivery'),
    webhookId: idOf('webhook'),
    eventId: z.string().meta({ description: 'Sent as `webhook-id`.', examples: [exampleId('event')] }),
    event: eventTypeName,
    subjectId: z.string().meta({
      description: 'The id of the call, agent or other subject of the event.',
      examples: [exampleId('call')],
    }),
    sequence: z.int().meta({ description: 'Orders the events of one subject.', examples: [4] }),
    status: deliveryStatus,
    attempts: z.int().meta({ description: 'The number of attempts.', examples: [1] }),
    outOfOrder: z.boolean().meta({
      description: 'Whether the event was sent while an earlier event of the same subject was not delivered.',
    }),
    statusCode: z
      .int()
      .nullable()
      .meta({
        description: 'The status of the last response.',
        examples: [200],
      }),
    error: z.string().nullable().meta({ description: 'Why the last attempt has no complete response.' }),
    nextAttemptAt: time.nullable().meta({
      description: 'The time of the next attempt. Null if none is due.',
    }),
    createdAt,
    completedAt: time.nullable().meta({ description: 'The time of the end. Null before the end.' }),
  })
  .meta({ id: 'WebhookDelivery' });

const AttemptResponse = z
  .object({
    attempt: z.int().meta({ description: 'The number of the attempt, from 1.', examples: [1] }),
    startedAt: time.meta({ description: 'The time at which the attempt started.' }),
    durationMs: z.int().meta({
      description: 'The length of the attempt in milliseconds.',
      examples: [41200],
    }),
    request: z
      .object({
        url: z.string().meta({
          description: 'The URL of the request.',
          examples: ['https://example.com/hook'],
        }),
        headers: z.record(z.string(), z.string()).meta({
          description: 'HTTP headers of the request by name.',
        }),
        body: z.string().meta({
          description: 'The signed body, byte for byte.',
          examples: ['{"id":"evt_…","event":"call.completed"}'],
        }),
      })
      .meta({ description: 'The request as it was sent.' }),
    response: z
      .object({
        statusCode: z.int().meta({ description: 'The status of the response.', examples: [200] }),
        headers: z.record(z.string(), z.string()).meta({
          description: 'HTTP headers of the response by name.',
        }),
        body: z.string().meta({ description: 'The first 4 KiB.', examples: ['ok'] }),
      })
      .nullable()
      .meta({ description: 'The response. Null if no status was received.' }),
    error: z.string().nullable().meta({
      description: 'The reason why there is no complete response. Null if there is one.',
    }),
  })
  .meta({ id: 'WebhookAttempt' });

export const DeliveryDetailResponse = DeliveryResponse.extend({
  log: z.array(AttemptResponse).meta({ description: 'The last hundred attempts, newest first.' }),
}).meta({ id: 'WebhookDeliveryDetail' });

export function toDeliveryResponse(row: DeliveryRow): z.input<typeof DeliveryResponse> {
  return {
    id: row.id,
    webhookId: row.endpointId,
    eventId: row.eventId,
    event: row.eventType as EventTypeName,
    subjectId: row.subjectId,
    sequence: row.sequence,
    status: row.status,
    attempts: row.attempts,
    outOfOrder: row.isOutOfOrder,
    statusCode: row.lastStatusCode,
    error: row.lastError,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}

export function toAttemptResponse(
  deliveryAttempt: DeliveryAttempt & { readonly attempt: number },
  body: string,
): z.input<typeof AttemptResponse> {
  const { attempt, url, requestHeaders, startedAt, durationMs, statusCode, error } = deliveryAttempt;
  return {
    attempt,
    startedAt: startedAt.toISOString(),
    durationMs,
    request: { url, headers: requestHeaders, body },
    response:
      statusCode === null
        ? null
        : {
            statusCode,
            headers: deliveryAttempt.responseHeaders ?? {},
            body: deliveryAttempt.responseBody ?? '',
          },
    error,
  };
}

const lastOverlapEnd = ({ previousSecrets }: WebhookEndpointRow): string | null =>
  previousSecrets
    .map(({ until }) => new Date(until).toISOString())
    .toSorted()
    .at(-1) ?? null;
