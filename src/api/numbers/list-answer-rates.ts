import { z } from 'zod';
import { readAnswerRates } from '../../store/answer-rates.ts';
import { endpoint } from '../endpoint.ts';
import { queryInteger } from '../paging.ts';
import { answerRate, answerRateOf, callCounts, daysQuery, dayRange, lastDays } from './answer-rate.ts';

const AnswerRates = z
  .object({
    ...dayRange,
    total: z.int().meta({ description: 'Count of numbers from which calls were made.', examples: [250] }),
    numbers: z
      .array(
        z.object({
          numberId: z.string().nullable().meta({
            description: 'Null if the workspace no longer owns the number.',
          }),
          phoneNumber: z.string().meta({ description: 'E.164.', examples: ['+12025550100'] }),
          ...callCounts,
          answerRate,
        }),
      )
      .meta({ description: 'The numbers with their answer rates.' }),
  })
  .meta({ id: 'AnswerRates' });

export const listAnswerRates = endpoint({
  method: 'GET',
  path: '/v1/api/telephony/answer-rates',
  operationId: 'listAnswerRates',
  tag: 'Numbers',
  summary: 'List answer rates by caller ID',
  description:
    'Sorted by number of calls, highest first. Carriers often label a number as spam when its rate falls behind the others.',
  scope: 'numbers:read',
  query: z.strictObject({
    days: daysQuery,
    limit: queryInteger(1, 1000).default(50).meta({ description: 'Maximum number of results, 1 to 1000.' }),
  }),
  reply: AnswerRates,

  async handle({ caller: { workspaceId }, query: { days, limit } }, { database, clock }) {
    const range = lastDays(days, clock.now());
    const found = await readAnswerRates(database.inWorkspace(workspaceId), { workspaceId, ...range, limit });
    const numbers = found.numbers.map((number) => {
      return { ...number, phoneNumber: number.e164, answerRate: answerRateOf(number) };
    });
    return { ...range, total: found.total, numbers };
  },
});
