import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { endpoint } from '../endpoint.ts';
import { isOperator } from '../operator.ts';

const ProviderChecksResponse = z
  .strictObject({
    checkedAt: z.iso.datetime().meta({ description: 'The time of the requests.' }),
    checks: z
      .array(
        z.strictObject({
          kind: z.enum(['language_model', 'voice', 'recogniser', 'carrier']).meta({
            description: 'What the provider is used for. `carrier`: phone calls, SMS or email.',
          }),
          provider: z.string().meta({
            description: 'The name of the provider, as agents use it, or of the carrier.',
            examples: ['openai'],
          }),
          ok: z.boolean().meta({ description: 'Whether it can be used.' }),
          detail: z.string().meta({
            description:
              'What was requested, and what came of it: the time of the response, or the error and what to correct.',
            examples: ['Asked openai/gpt-4.1 for one token: answered in 512 ms.'],
          }),
        }),
      )
      .meta({ description: 'One entry per configured provider and carrier.' }),
  })
  .meta({ id: 'ProviderChecks' });

export const checkProviders = endpoint({
  method: 'POST',
  path: '/v1/api/providers/check',
  operationId: 'checkProviders',
  tag: 'Agents',
  summary: 'Check the providers',
  description:
    'Sends one request to each configured provider: one token of a language model, one word of a voice, a stream of a recogniser. Also returns whether the carriers of calls and messages on this node are connected. Within 10 s, further requests return the same result. Only for the operator: a key or user with the scope `operator`, in the workspace of the operator.',
  scope: 'workspace:read',
  reply: ProviderChecksResponse,
  errorCodes: ['operator_only'],

  async handle({ caller }, context) {
    if (!isOperator(caller)) reject('operator_only');
    const { checkedAtMs, checks } = await context.checkProviders();
    return { checkedAt: new Date(checkedAtMs).toISOString(), checks: checks.map((check) => ({ ...check })) };
  },
});
