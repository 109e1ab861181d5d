import { reject } from '../../core/problems.ts';
import { ratePlanNames } from '../../domain/rate-plan.ts';
import { listPlanRows } from '../../store/plans.ts';
import { endpoint } from '../endpoint.ts';
import { isOperator } from '../operator.ts';
import { listResponse, listResponseSchema } from '../paging.ts';
import { PlanResponse, toPlanResponse } from './plan-response.ts';

export const listPlans = endpoint({
  method: 'GET',
  path: '/v1/api/plans',
  operationId: 'listPlans',
  tag: 'Workspaces',
  summary: 'List plans',
  description:
    'Returns the plans and their limits. Only for the operator: a key or user with the scope `operator`, in the workspace of the operator.',
  scope: 'workspace:read',
  reply: listResponseSchema('plans', PlanResponse),
  errorCodes: ['operator_only'],

  async handle({ caller }, { database, plans }) {
    if (!isOperator(caller)) reject('operator_only');
    const changed = await listPlanRows(database.asSystem());
    const rows = ratePlanNames.map((name) =>
      toPlanResponse(
        name,
        changed.find((row) => row.name === name),
        plans,
      ),
    );
    const found = { rows, total: rows.length, next: null };
    return listResponse('plans', { limit: rows.length }, found, (row) => row);
  },
});
