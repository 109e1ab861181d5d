import { z } from 'zod';
import { idOf } from '../../domain/fields.ts';
import { reject } from '../../core/problems.ts';
import { readNumberDays, type CallCounts } from '../../store/answer-rates.ts';
import { findOwnedNumber } from '../../store/phone-numbers.ts';
import { endpoint } from '../endpoint.ts';
import {
  answerRate,
  answerRateOf,
  callCounts,
  datesOf,
  dayDate,
  daysQuery,
  dayRange,
  lastDays,
} from './answer-rate.ts';
import { numberParameter } from './owned-number-response.ts';

const AnswerRate = z
  .object({
    numberId: idOf('number'),
    phoneNumber: z.string().meta({ description: 'E.164.', examples: ['+12025550100'] }),
    ...dayRange,
    ...callCounts,
    answerRate,
    days: z.array(z.object({ date: dayDate, ...callCounts, answerRate })).meta({
      description: 'Each day, including days without calls.',
    }),
  })
  .meta({ id: 'AnswerRate' });

export const getAnswerRate = endpoint({
  method: 'GET',
  path: '/v1/api/telephony/numbers/{numberId}/answer-rate',
  operationId: 'getAnswerRate',
  tag: 'Numbers',
  summary: 'Get the daily answer rate of a number',
  scope: 'numbers:read',
  parameters: numberParameter,
  query: z.strictObject({ days: daysQuery }),
  reply: AnswerRate,

  async handle({ caller: { workspaceId }, path: { numberId }, query: { days } }, { database, clock }) {
    const db = database.inWorkspace(workspaceId);
    const { e164 } = (await findOwnedNumber(db, { workspaceId, numberId })) ?? reject('number_not_found');
    const range = lastDays(days, clock.now());
    const found = await readNumberDays(db, { workspaceId, ...range, e164 });
    const byDate = new Map(found.map(({ date, ...counts }) => [date, counts]));
    const totals = found.reduce(addCounts, noCalls);
    return {
      numberId,
      phoneNumber: e164,
      ...range,
      ...withRate(totals),
      days: datesOf(range).map((date) => ({ date, ...withRate(byDate.get(date) ?? noCalls) })),
    };
  },
});

const noCalls: CallCounts = { calls: 0, answered: 0, voicemail: 0, failed: 0 };

const addCounts = (left: CallCounts, right: CallCounts): CallCounts => ({
  calls: left.calls + right.calls,
  answered: left.answered + right.answered,
  voicemail: left.voicemail + right.voicemail,
  failed: left.failed + right.failed,
});

const withRate = (counts: CallCounts) => ({ ...counts, answerRate: answerRateOf(counts) });
