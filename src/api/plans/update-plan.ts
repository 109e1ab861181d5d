import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { integer } from '../../domain/fields.ts';
import { ratePlanNames, type RatePlan } from '../../domain/rate-plan.ts';
import { listPlanRows, lockPlans, savePlan } from '../../store/plans.ts';
import { endpoint } from '../endpoint.ts';
import { isOperator } from '../operator.ts';
import { PlanResponse, toPlanResponse } from './plan-response.ts';

const limit = (maximum: number, description: string, example: number) =>
  integer(1, maximum)
    .nullable()
    .optional()
    .meta({ description: `${description} Null: that of the settings.`, examples: [example] });

const PlanPatch = z
  .strictObject({
    requestsPerMinute: limit(1_000_000, 'Maximum number of requests per minute.', 120),
    concurrentCalls: limit(10_000, 'Maximum number of concurrent calls.', 2),
    callStartsPerSecond: limit(1_000, 'Maximum number of calls that start per second.', 1),
  })
  .meta({ id: 'PlanPatch', examples: [{ requestsPerMinute: 120, concurrentCalls: 2 }] });

const isPlanName = (name: string): name is RatePlan => (ratePlanNames as readonly string[]).includes(name);

export const updatePlan = endpoint({
  method: 'PATCH',
  path: '/v1/api/plans/{name}',
  operationId: 'updatePlan',
  tag: 'Workspaces',
  summary: 'Change a plan',
  description:
    'Changes the limits of all workspaces with the plan, on every node, from the next request and call on. Calls in progress are not affected. Omitted limits keep their value; null resets a limit to that of the settings. Only for the operator.',
  scope: 'workspace:write',
  parameters: {
    name: { kind: 'plan', notFoundCode: 'plan_not_found', description: 'The name of the plan.' },
  },
  body: PlanPatch,
  reply: PlanResponse,
  errorCodes: ['operator_only'],

  async handle({ caller, path: { name }, body, requestRecord, addAuditDetails }, context) {
    const { database, clock, plans } = context;
    if (!isOperator(caller)) reject('operator_only');
    if (!isPlanName(name)) reject('plan_not_found');
    const response = await database.inWorkspace(caller.workspaceId).transaction(async (tx) => {
      await lockPlans(tx);
      const current = (await listPlanRows(tx)).find((row) => row.name === name);
      const { requestsPerMinute = null, concurrentCalls = null, callStartsPerSecond = null } = current ?? {};
      const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      const limits = { requestsPerMinute, concurrentCalls, callStartsPerSecond, ...sent };
      const changed = { name, ...limits, updatedAt: new Date(clock.now()) };
      await savePlan(tx, changed);
      const [before, after] = [toPlanResponse(name, current, plans), toPlanResponse(name, changed, plans)];
      addAuditDetails({ before, after });
      return requestRecord.storeResponse(tx, after);
    });
    await plans.load();
    return response;
  },
});
