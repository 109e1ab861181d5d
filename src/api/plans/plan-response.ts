import { z } from 'zod';
import { ratePlanNames, type RatePlan, type RatePlanLimits } from '../../domain/rate-plan.ts';
import type { PlanRow, StoredPlans } from '../../store/plans.ts';
import { withChanges } from '../../store/plans.ts';

const limit = (description: string, example: number) => z.int().meta({ description, examples: [example] });

const limits = {
  requestsPerMinute: limit('Maximum number of requests per minute.', 60),
  concurrentCalls: limit('Maximum number of concurrent calls.', 1),
  callStartsPerSecond: limit('Maximum number of calls that start per second.', 1),
};

export const PlanResponse = z
  .object({
    name: z
      .enum(ratePlanNames)
      .meta({ description: 'The name of the plan: `developer`, `standard` or `unlimited`.' }),
    ...limits,
    defaults: z.object(limits).meta({
      description: 'The limits of the settings, which apply if the operator sets no others.',
    }),
    updatedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'The time of the last change. Null: the operator changed nothing.' }),
  })
  .meta({ id: 'Plan', title: 'Plan', description: 'The limits of the workspaces with this plan.' });

export function toPlanResponse(
  name: RatePlan,
  row: PlanRow | undefined,
  { defaults }: StoredPlans,
): z.input<typeof PlanResponse> {
  const own: RatePlanLimits = defaults[name];
  return {
    name,
    ...withChanges(own, row),
    defaults: own,
    updatedAt: row?.updatedAt.toISOString() ?? null,
  };
}
