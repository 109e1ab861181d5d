import { z } from 'zod';

const variablePath = z
  .string()
  .max(130)
  .regex(
    /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)?$/,
    'Write the name of a variable, such as answer or customer.name.',
  );

export const operators = [
  '==',
  '!=',
  '>',
  '>=',
  '<',
  '<=',
  'contains',
  'not_contains',
  'exists',
  'not_exists',
] as const;

/** One comparison. `right` may contain `{{variables}}`; `exists` and `not_exists` need no `right`. */
export const comparison = z
  .strictObject({
    left: variablePath,
    op: z.enum(operators),
    right: z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]).optional(),
  })
  .refine(
    (term) => term.right !== undefined || term.op === 'exists' || term.op === 'not_exists',
    'This operator needs a right side.',
  )
  .meta({ id: 'FlowComparison' });

export type Comparison = z.output<typeof comparison>;

const comparisons = z.array(comparison).min(1).max(20);

const phrases = z.array(z.string().trim().min(1).max(200)).min(1).max(200);

/** The condition of an edge or of a global node. */
export const condition = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('always') }).meta({ id: 'AlwaysCondition' }),
    z.strictObject({ type: z.literal('else') }).meta({ id: 'ElseCondition' }),
    z
      .strictObject({
        type: z.literal('expression'),
        all: comparisons.optional(),
        any: comparisons.optional(),
      })
      .refine((one) => (one.all === undefined) !== (one.any === undefined), 'Send either all or any.')
      .meta({ id: 'ExpressionCondition' }),
    z
      .strictObject({
        type: z.literal('intent'),
        phrases,
        /** DTMF digits with the same meaning. */
        digits: z
          .string()
          .regex(/^[0-9*#]{1,16}$/, 'Write 1 to 16 keys of 0-9 * #.')
          .optional(),
      })
      .meta({ id: 'IntentCondition' }),
    z
      .strictObject({ type: z.literal('prompt'), text: z.string().trim().min(1).max(1000) })
      .meta({ id: 'PromptCondition' }),
    z.strictObject({ type: z.literal('result'), ok: z.boolean() }).meta({ id: 'ResultCondition' }),
    z
      .strictObject({ type: z.literal('digits'), pattern: z.string().min(1).max(64) })
      .meta({ id: 'DigitsCondition' }),
    z
      .strictObject({ type: z.literal('timeout'), seconds: z.number().min(1).max(3600) })
      .meta({ id: 'TimeoutCondition' }),
  ])
  .meta({ id: 'FlowCondition' });

export type Condition = z.output<typeof condition>;
export type ConditionOf<Type extends Condition['type']> = Extract<Condition, { type: Type }>;
