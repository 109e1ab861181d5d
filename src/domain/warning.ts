import { z } from 'zod';

/** Something in a saved resource that is allowed and probably not meant. */
export const Warning = z
  .strictObject({
    code: z.string().meta({ description: 'Constant per kind of warning, such as `comparison_never_holds`.' }),
    path: z
      .string()
      .meta({ description: 'The field, as in `fields` of an error: `edges[0].condition.all[0]`.' }),
    message: z.string().meta({ description: 'What is wrong and what to do, for people.' }),
  })
  .meta({ id: 'Warning' });

export type Warning = z.output<typeof Warning>;

/** What a create or update answers beside the resource. */
export const warningsField = {
  warnings: z.array(Warning).meta({
    description:
      'What is allowed and probably not meant. The resource was saved; empty if nothing was found.',
  }),
};

/** Codes of the warnings of an agent with its flow. */
export const agentWarningCodes = [
  'no_model',
  'closed_vocabulary',
  'comparison_never_holds',
  'edge_never_taken',
  'useless_branch',
  'node_type_unavailable',
] as const;

/** A warning of an agent with its flow, as a batch of the agent shows it. */
export interface AgentWarning extends Warning {
  readonly code: (typeof agentWarningCodes)[number];
}
