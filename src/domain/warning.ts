import { z } from 'zod';

/** A problem in a saved resource that is allowed but probably not intended. */
export const Warning = z
  .strictObject({
    code: z.string().meta({
      description: 'The kind of warning, such as `comparison_never_holds`.',
      examples: ['comparison_never_holds'],
    }),
    path: z.string().meta({
      description: 'The field, as in `fields` of an error: `edges[0].condition.all[0]`.',
      examples: ['edges[0].condition.all[0]'],
    }),
    message: z.string().meta({
      description: 'A human-readable sentence: what is wrong and what to do.',
      examples: ['A yes_no variable is true or false, never "yes".'],
    }),
  })
  .meta({ id: 'Warning' });

export type Warning = z.output<typeof Warning>;

/** The warnings that a create or update request returns with the resource. */
export const warningsField = {
  warnings: z.array(Warning).meta({
    description:
      'Settings that are allowed but probably not intended. The resource was saved. Empty if there are none.',
  }),
};

/** Codes of warnings about an agent and its flow. */
export const agentWarningCodes = [
  'no_model',
  'language_by_model_only',
  'closed_vocabulary',
  'comparison_never_holds',
  'edge_never_taken',
  'useless_branch',
  'node_type_unavailable',
  'request_impossible',
  'setting_unavailable',
  'number_answered_by_other_agent',
] as const;

/** A warning about an agent and its flow, as a batch of the agent returns it. */
export interface AgentWarning extends Warning {
  readonly code: (typeof agentWarningCodes)[number];
}
