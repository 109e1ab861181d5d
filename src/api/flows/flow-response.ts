import { z } from 'zod';
import { Flow } from '../../domain/flow/flow.ts';
import { warningsField } from '../../domain/warning.ts';
import type { FlowRow } from '../../store/flows.ts';
import type { PathParameter } from '../endpoint.ts';

export const FlowResponse = Flow.meta({
  id: 'Flow',
  title: 'Flow',
  description: 'A call flow or a message flow. `type` selects which.',
});

const [call, message] = Flow.options;

/** Response of a create or an update. */
export const SavedFlowResponse = z
  .discriminatedUnion('type', [
    call.extend(warningsField).meta({
      id: 'SavedCallFlow',
      title: 'Saved call flow',
      description: 'A call flow with the warnings of the save.',
    }),
    message.extend(warningsField).meta({
      id: 'SavedMessageFlow',
      title: 'Saved message flow',
      description: 'A message flow with the warnings of the save.',
    }),
  ])
  .meta({
    id: 'SavedFlow',
    title: 'Saved flow',
    description: 'A flow after a create or an update, with its warnings.',
  });

export const flowParameter = {
  flowId: { kind: 'flow', notFoundCode: 'flow_not_found', description: 'The flow.' },
} as const satisfies Record<string, PathParameter>;

export function toFlowResponse(row: FlowRow): z.input<typeof FlowResponse> {
  return {
    // Message flows that were stored by earlier versions have no language.
    ...(row.definition.type === 'message' && { language: null }),
    ...row.definition,
    id: row.id,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
