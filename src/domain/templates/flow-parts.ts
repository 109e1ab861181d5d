import type { CallFlowInput } from '../flow/flow.ts';

export type NodeInput = NonNullable<CallFlowInput['nodes']>[number];
export type EdgeInput = NonNullable<CallFlowInput['edges']>[number];
export type ConditionInput = NonNullable<EdgeInput['condition']>;

/** An edge whose id names both nodes. */
export const edge = (
  from: string,
  to: string,
  condition: ConditionInput = { type: 'always' },
): EdgeInput => ({
  id: `${from}-${to}`,
  from,
  to,
  condition,
});

/** Holds if the variable has the value. */
export const isEqual = (left: string, right: string | boolean): ConditionInput => ({
  type: 'expression',
  all: [{ left, op: '==', right }],
});

/** Holds if the node succeeded. */
export const ok: ConditionInput = { type: 'result', ok: true };

/** Holds if no other edge of the node does. */
export const otherwise: ConditionInput = { type: 'else' };

/**
 * Questions for a date with a time: the node `when`, and the node `time` if the answer is a date without a time. They store `variable` and lead
 * to `next`, or to `failed` without an understood answer.
 */
export function askForTime(
  { prompt, variable }: { readonly prompt: string; readonly variable: string },
  { next, failed }: { readonly next: string; readonly failed: string },
): { readonly nodes: NodeInput[]; readonly edges: EdgeInput[] } {
  return {
    nodes: [
      { id: 'when', type: 'ask', config: { prompt, variable, expect: 'date_time' } },
      // A date alone is `2026-11-24`; an instant contains a T.
      { id: 'has_time', type: 'branch', config: {} },
      {
        id: 'time',
        type: 'ask',
        config: { prompt: `At what time on {{${variable}}}?`, variable, expect: 'date_time' },
      },
    ],
    edges: [
      edge('when', 'has_time', ok),
      edge('when', failed, otherwise),
      edge('has_time', next, {
        type: 'expression',
        all: [{ left: variable, op: 'contains', right: 'T' }],
      }),
      edge('has_time', 'time', otherwise),
      edge('time', next, ok),
      edge('time', failed, otherwise),
    ],
  };
}
