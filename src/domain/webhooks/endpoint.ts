import { z } from 'zod';

/** `auto_disabled`: disabled by Parley, because the endpoint responded with 410 or failed for five days. */
export const webhookEndpointStatuses = ['enabled', 'disabled', 'auto_disabled'] as const;

export const webhookEndpointStatus = z.enum(webhookEndpointStatuses).meta({ id: 'WebhookStatus' });

export type WebhookEndpointStatus = (typeof webhookEndpointStatuses)[number];

/** `waiting`: for an earlier event of the same subject. `pending`: the next attempt is due at a known time. */
export const deliveryStatuses = ['waiting', 'pending', 'succeeded', 'failed', 'cancelled'] as const;

export const deliveryStatus = z.enum(deliveryStatuses).meta({ id: 'WebhookDeliveryStatus' });

export type DeliveryStatus = (typeof deliveryStatuses)[number];
