import { z } from 'zod';
import { isHttpUrl } from '../../core/http-url.ts';
import type { FieldFault } from '../../core/problems.ts';
import { eventTypeName } from '../../domain/webhooks/event-types.ts';
import type { EgressPolicy } from '../../egress/egress-policy.ts';
import { egressFaults } from '../egress-faults.ts';

const maxUrlCharacters = 2_048;

const hasNoCredentials = (text: string): boolean => {
  const { username, password } = new URL(text);
  return username === '' && password === '';
};

export const webhookUrl = z
  .string()
  .max(maxUrlCharacters)
  .refine(isHttpUrl, { error: 'Write a URL that begins with https://.', abort: true })
  .refine(hasNoCredentials, 'Remove the user name and the password from the URL.')
  .meta({
    description:
      'The URL that receives the events by POST. http is allowed only for addresses that the operator allows.',
    examples: ['https://example.com/hook'],
  });

const maxShownCharacters = 60;

/** The message for a value that is no event, or undefined for a missing value. */
const unknownEvent = ({ input }: { readonly input?: unknown }): string | undefined =>
  typeof input === 'string'
    ? `Unknown event ${JSON.stringify(input.slice(0, maxShownCharacters))}. Send the name of an event, such as call.completed, or "*".`
    : undefined;

export const webhookEvents = z
  .array(z.union([z.literal('*', { error: unknownEvent }), eventTypeName]))
  .min(1)
  .max(100)
  .overwrite((events) => (events.includes('*') ? ['*'] : [...new Set(events)]))
  .meta({
    description: 'The event types to receive, or `*` for all, including types of later versions.',
  });

export const webhookDescription = z
  .string()
  .trim()
  .max(200)
  .meta({
    description: 'A note for users. It has no effect.',
    examples: ['Sends completed calls to the CRM.'],
  });

/** Returns a fault if requests to the URL are denied. The addresses of its host name are checked before each request. */
export function webhookUrlFaults(egressPolicy: EgressPolicy, input: unknown): FieldFault[] {
  const { url } = (input ?? {}) as { readonly url?: unknown };
  return typeof url === 'string' && isHttpUrl(url) ? egressFaults(egressPolicy, 'url', new URL(url)) : [];
}
