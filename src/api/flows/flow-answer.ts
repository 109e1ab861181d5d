import { z } from 'zod';
import { Flow } from '../../domain/flow/flow.ts';
import type { FlowRow } from '../../store/flows/flow-row.ts';
import type { PathParameter } from '../endpoint.ts';

export const FlowAnswer = Flow.meta({ id: 'Flow' });

export const flowParameter = {
  flowId: { kind: 'flow', missing: 'flow_not_found', description: 'The flow.' },
} as const satisfies Record<string, PathParameter>;

export function showFlow(row: FlowRow): z.input<typeof FlowAnswer> {
  return {
    ...row.definition,
    id: row.id,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
