import { namedEnum } from '../fields.ts';

export const webhookEndpointStatuses = ['enabled', 'disabled', 'auto_disabled'] as const;

export const webhookEndpointStatus = namedEnum(webhookEndpointStatuses, {
  id: 'WebhookStatus',
  title: 'Webhook status',
  description: 'Whether events are delivered to the endpoint.',
  values: {
    enabled: 'Events are delivered.',
    disabled: 'A user disabled the endpoint. No events are delivered.',
    auto_disabled:
      'Parley disabled the endpoint, because it responded with 410 or failed for five days. `statusDetail` gives the cause.',
  },
  example: 'enabled',
});

export type WebhookEndpointStatus = (typeof webhookEndpointStatuses)[number];

export const deliveryStatuses = ['waiting', 'pending', 'succeeded', 'failed', 'cancelled'] as const;

export const deliveryStatus = namedEnum(deliveryStatuses, {
  id: 'WebhookDeliveryStatus',
  title: 'Delivery status',
  description: 'The result of the delivery.',
  values: {
    waiting: 'An earlier event of the same subject is sent first.',
    pending: 'The next attempt is due at `nextAttemptAt`.',
    succeeded: 'The endpoint responded with 2xx.',
    failed: 'The last retry failed.',
    cancelled: 'The endpoint was disabled before the delivery succeeded.',
  },
  example: 'succeeded',
});

export type DeliveryStatus = (typeof deliveryStatuses)[number];
