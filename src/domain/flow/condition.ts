import { z } from 'zod';
import { requiredText, text } from '../fields.ts';
import { perLanguage, type InOneLanguage } from '../texts.ts';

const variablePath = text(130).regex(
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
    left: variablePath.meta({
      description: 'A variable, such as `answer` or `customer.name`.',
      examples: ['coming'],
    }),
    op: z.enum(operators).meta({ description: 'The operator.' }),
    right: z
      .union([text(1000), z.number(), z.boolean(), z.null()])
      .optional()
      .meta({
        description: 'The value to compare with. A string may contain `{{variables}}`.',
      }),
  })
  .refine(
    (term) => term.right !== undefined || term.op === 'exists' || term.op === 'not_exists',
    'This operator needs a right side.',
  )
  .meta({
    id: 'FlowComparison',
    title: 'Flow comparison',
    description: 'Compares a variable with a value. `exists` and `not_exists` need no `right`.',
    examples: [{ left: 'guests', op: '>', right: 4 }],
  });

export type Comparison = z.output<typeof comparison>;

const comparisons = z.array(comparison).min(1).max(20);

const phrases = perLanguage(z.array(z.string().trim().min(1).max(200)).min(1).max(200)).meta({
  description: 'Phrases that the customer may say. They are matched without a language model.',
});

const conditionType = <Type extends string>(type: Type) =>
  z.literal(type).meta({ description: 'The condition type.' });

/** The condition of an edge or of a global node. */
export const condition = z
  .discriminatedUnion('type', [
    z.strictObject({ type: conditionType('always') }).meta({
      id: 'AlwaysCondition',
      title: 'Always',
      description: 'Holds always. It is checked after every other condition except `else`.',
      examples: [{ type: 'always' }],
    }),
    z.strictObject({ type: conditionType('else') }).meta({
      id: 'ElseCondition',
      title: 'Else',
      description: 'Holds if no other edge of the node holds.',
      examples: [{ type: 'else' }],
    }),
    z
      .strictObject({
        type: conditionType('expression'),
        all: comparisons.optional().meta({
          description: 'Comparisons that must all hold. Send either `all` or `any`.',
        }),
        any: comparisons.optional().meta({
          description: 'Comparisons of which at least one must hold. Send either `all` or `any`.',
        }),
      })
      .refine((one) => (one.all === undefined) !== (one.any === undefined), 'Send either `all` or `any`.')
      .meta({
        id: 'ExpressionCondition',
        title: 'Expression',
        description: 'Compares variables with values. Give either `all` or `any`.',
        examples: [{ type: 'expression', all: [{ left: 'coming', op: '==', right: true }] }],
      }),
    z
      .strictObject({
        type: conditionType('intent'),
        phrases,
        digits: z
          .string()
          .regex(/^[0-9*#]{1,16}$/, 'Write 1 to 16 keys of 0-9 * #.')
          .optional()
          .meta({
            description: 'Keys that have the same effect as the phrases.',
            examples: ['2'],
          }),
      })
      .meta({
        id: 'IntentCondition',
        title: 'Intent',
        description: 'Holds if the customer says one of the phrases, or presses the keys.',
        examples: [{ type: 'intent', phrases: ['call me back', 'call me later'], digits: '2' }],
      }),
    z
      .strictObject({
        type: conditionType('prompt'),
        text: z
          .string()
          .trim()
          .min(1)
          .max(1000)
          .meta({
            description: 'A statement that is true or false, such as "The customer has agreed to a visit."',
            examples: ['The customer has agreed to a visit.'],
          }),
      })
      .meta({
        id: 'PromptCondition',
        title: 'Prompt',
        description:
          'Holds if the language model classifies the statement as true for the conversation. Without a language model it never holds.',
        examples: [{ type: 'prompt', text: 'The customer has agreed to a visit.' }],
      }),
    z
      .strictObject({
        type: conditionType('result'),
        ok: z.boolean().meta({ description: 'Whether the node succeeded.' }),
      })
      .meta({
        id: 'ResultCondition',
        title: 'Result',
        description: 'Holds if the node succeeded (`ok: true`) or failed (`ok: false`).',
        examples: [{ type: 'result', ok: false }],
      }),
    z
      .strictObject({
        type: conditionType('digits'),
        pattern: requiredText(64).meta({
          description: 'A pattern of keys, such as `1`, `[1-3]`, `.{4}` or `1|99#`.',
          examples: ['[1-3]'],
        }),
      })
      .meta({
        id: 'DigitsCondition',
        title: 'Digits',
        description: 'Holds if the pressed keys match the pattern.',
        examples: [{ type: 'digits', pattern: '[1-3]' }],
      }),
    z
      .strictObject({
        type: conditionType('timeout'),
        seconds: z
          .number()
          .min(1)
          .max(3600)
          .meta({
            description: 'The time without speech in seconds.',
            examples: [10],
          }),
      })
      .meta({
        id: 'TimeoutCondition',
        title: 'Timeout',
        description:
          'Holds if the customer says nothing for `seconds`, counted across repetitions of the question.',
        examples: [{ type: 'timeout', seconds: 10 }],
      }),
  ])
  .meta({
    id: 'FlowCondition',
    title: 'Flow condition',
    description: 'A test that decides whether an edge is taken or a global node is entered.',
  });

export type Condition = InOneLanguage<z.output<typeof condition>>;
export type ConditionOf<Type extends Condition['type']> = Extract<Condition, { type: Type }>;
