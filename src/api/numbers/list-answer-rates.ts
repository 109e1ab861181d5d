import { z } from 'zod';
import { readAnswerRates } from '../../store/answer-rates/read-answer-rates.ts';
import { endpoint } from '../endpoint.ts';
import { queryInteger } from '../paging.ts';
import { answerRate, answerRateOf, callCounts, daysQuery, dayRange, lastDays } from './answer-rate.ts';

const AnswerRates = z
  .object({
    ...dayRange,
    total: z.int().meta({ description: 'Numbers that were called from.' }),
    numbers: z.array(
      z.object({
        numberId: z
          .string()
          .nullable()
          .meta({ description: 'Null: not a number of the workspace any more.' }),
        phoneNumber: z.string().meta({ description: 'E.164.' }),
        ...callCounts,
        answerRate,
      }),
    ),
  })
  .meta({ id: 'AnswerRates' });

export const listAnswerRates = endpoint({
  method: 'GET',
  path: '/v1/api/telephony/answer-rates',
  operationId: 'listAnswerRates',
  tag: 'Numbers',
  summary: 'How often calls are answered, by the number that they come from',
  description:
    'Those with the most calls first. A number whose rate falls behind the others is often one that carriers label as a nuisance.',
  scope: 'numbers:read',
  query: z.strictObject({
    days: daysQuery,
    limit: queryInteger(1, 1000).default(50).meta({ description: 'Numbers to tell of, 1 to 1000.' }),
  }),
  reply: AnswerRates,

  async handle({ caller: { workspaceId }, query: { days, limit } }, { database, clock }) {
    const asked = lastDays(days, clock.now());
    const found = await readAnswerRates(database.inWorkspace(workspaceId), { workspaceId, ...asked, limit });
    const numbers = found.numbers.map((one) => {
      return { ...one, phoneNumber: one.e164, answerRate: answerRateOf(one) };
    });
    return { ...asked, total: found.total, numbers };
  },
});
