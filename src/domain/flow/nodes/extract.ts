import type { NodeOf } from '../node.ts';
import type { FlowAction, FlowInput, VariableValue } from '../protocol.ts';
import { renderPrompt } from '../scope.ts';
import { leave, type NodeOutcome, type StepContext } from '../state.ts';

type ExtractNode = NodeOf<'extract'>;
type Field = ExtractNode['config']['fields'][number];

const maxTextCharacters = 4096;

/** Fills variables from the conversation with a language model. Fails if the model fails, or finds no value. */
export const extractNode = {
  enter(node: ExtractNode, step: StepContext): NodeOutcome {
    const fields = node.config.fields.map((field) => ({
      ...field,
      description: renderPrompt(field.description, step),
    }));
    return { type: 'stay', listening: null, actions: [{ type: 'extract', nodeId: node.id, fields }] };
  },

  onResult(node: ExtractNode, input: FlowInput): NodeOutcome {
    if (input.type !== 'extracted' || input.values === null)
      return leave(false, warning(node, 'The language model returned no values.'));
    const { values } = input;
    const read = node.config.fields.map((field) => {
      const raw = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
      return { field, value: extractedValue(field, raw), isPresent: raw !== undefined && raw !== null };
    });
    const actions = read
      .filter(({ value, isPresent }) => isPresent && value === null)
      .map(({ field }) => warning(node, `The value of ${field.name} is not of type ${field.type}.`));
    const variables = Object.fromEntries(read.map(({ field, value }) => [field.name, value]));
    return { type: 'leave', ok: read.some(({ value }) => value !== null), actions, variables };
  },
};

const warning = (node: ExtractNode, text: string): FlowAction => ({ type: 'warning', nodeId: node.id, text });

/** Converts the value that a model returned for a field; null if it is missing or has another type. */
export function extractedValue({ type, choices }: Field, raw: unknown): VariableValue {
  switch (type) {
    case 'string':
      return textOf(raw);
    case 'number':
      return numberOf(raw);
    case 'boolean':
      return booleanByText.get(String(raw).toLowerCase()) ?? null;
    case 'enum': {
      const text = textOf(raw)?.toLowerCase();
      return choices.find((choice) => choice.toLowerCase() === text) ?? null;
    }
  }
}

const booleanByText: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['yes', true],
  ['no', false],
]);

function numberOf(raw: unknown): number | null {
  const number = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function textOf(raw: unknown): string | null {
  if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw);
  const text = typeof raw === 'string' ? raw.trim().slice(0, maxTextCharacters) : '';
  return text === '' ? null : text;
}
