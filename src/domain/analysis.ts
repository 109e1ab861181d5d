import { z } from 'zod';
import type { AgentConfig } from './agent.ts';
import { namedEnum, text, variableValue } from './fields.ts';
import { extractedValue } from './flow/nodes/extract.ts';
import type { VariableValue } from './flow/protocol.ts';
import { Warning } from './warning.ts';

/** Maximum length of a summary, in characters. */
export const maxSummaryCharacters = 4_000;
/** Maximum length of a reason, in characters. */
export const maxReasonCharacters = 1_000;

export const sentiments = ['positive', 'neutral', 'negative'] as const;

export const analysisStatus = namedEnum(['pending', 'completed', 'skipped', 'failed'], {
  id: 'AnalysisStatus',
  title: 'Analysis status',
  description: 'The state of an analysis.',
  values: {
    pending: 'The analysis is in progress.',
    completed: 'The analysis is available.',
    skipped: 'The customer said or wrote nothing, so that there is nothing to analyze.',
    failed: 'The language model failed. `reason` has the cause.',
  },
  example: 'completed',
});

/** The analysis of an ended call or conversation, as the agent requests it. */
export const Analysis = z
  .strictObject({
    status: analysisStatus,
    summary: text(maxSummaryCharacters)
      .nullable()
      .meta({
        description: 'The summary. Null if none was requested, or before the analysis.',
        examples: ['Ada confirmed the appointment on Tuesday.'],
      }),
    success: z.boolean().nullable().meta({
      description:
        'Whether the success criteria were met. Null if there are none, or without a language model.',
    }),
    successReason: text(maxReasonCharacters)
      .nullable()
      .meta({
        description: 'Why the success criteria were met or not.',
        examples: ['The customer confirmed the appointment.'],
      }),
    fields: z.record(z.string(), variableValue).meta({
      description:
        'The requested values by name. Null if a value was not mentioned, or does not fit its field.',
    }),
    sentiment: z.enum(sentiments).nullable().meta({
      description: 'The sentiment of the customer at the end. Null if it cannot be determined.',
    }),
    model: z
      .string()
      .nullable()
      .meta({
        description:
          'The language model that made the analysis. Null if only the results of the flow were used.',
        examples: ['openai/gpt-5-mini'],
      }),
    reason: text(maxReasonCharacters)
      .nullable()
      .meta({
        description: 'Why the analysis failed or was skipped. Null otherwise.',
        examples: [null],
      }),
    warnings: z.array(Warning).meta({
      description: 'Values of the language model that do not fit their field. They are null in the analysis.',
    }),
    analyzedAt: z.iso.datetime().nullable().meta({
      description: 'The time of the analysis. Null before it.',
    }),
  })
  .meta({ id: 'Analysis' });

export type Analysis = z.output<typeof Analysis>;

/** What an agent requests from an analysis. */
export type AnalysisSettings = AgentConfig['analysis'];

/** Returns whether the calls and conversations of an agent are analyzed. */
export const requestsAnalysis = ({ analysis }: Pick<AgentConfig, 'analysis'>): boolean =>
  analysis.summary || analysis.successCriteria.trim() !== '' || analysis.fields.length > 0;

/** An analysis that has not been made yet. */
export const pendingAnalysis: Analysis = {
  status: 'pending',
  summary: null,
  success: null,
  successReason: null,
  fields: {},
  sentiment: null,
  model: null,
  reason: null,
  warnings: [],
  analyzedAt: null,
};

/** The values of an analysis. */
export type AnalysisValues = Pick<
  Analysis,
  'summary' | 'success' | 'successReason' | 'fields' | 'sentiment' | 'warnings'
>;

/** Returns the values of the requested fields. A value that does not fit its field is null and has a warning. */
export function fieldValues(
  fields: AnalysisSettings['fields'],
  raw: Readonly<Record<string, unknown>>,
): Pick<AnalysisValues, 'fields' | 'warnings'> {
  const warnings: Warning[] = [];
  const entries = fields.map((field): [string, VariableValue] => {
    const given = Object.hasOwn(raw, field.name) ? raw[field.name] : null;
    const value = extractedValue(field, given);
    if (value === null && given !== null && given !== undefined) warnings.push(misfit(field));
    return [field.name, value];
  });
  return { fields: Object.fromEntries(entries), warnings };
}

function misfit({ name, type, choices }: AnalysisSettings['fields'][number]): Warning {
  const expected = type === 'enum' ? `one of ${choices.join(', ')}` : `of type ${type}`;
  const message = `The value of ${name} is not ${expected}.`;
  return {
    path: `fields.${name}`,
    code: 'value_does_not_fit',
    message: message.slice(0, maxReasonCharacters),
  };
}
