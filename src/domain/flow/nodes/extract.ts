import type { NodeOf } from '../node.ts';
import type { FlowAction, FlowInput, VariableValue } from '../protocol.ts';
import { renderPrompt } from '../scope.ts';
import { leave, type NodeOutcome, type StepContext } from '../state.ts';

type Extract = NodeOf<'extract'>;
type Field = Extract['config']['fields'][number];

const textCharactersMax = 4096;

/** Fills variables from the conversation with a language model. Fails if the model fails, or finds no value. */
export const extractNode = {
  enter(node: Extract, step: StepContext): NodeOutcome {
    const fields = node.config.fields.map((field) => ({
      ...field,
      description: renderPrompt(field.description, step),
    }));
    return { type: 'stay', listening: null, actions: [{ type: 'extract', nodeId: node.id, fields }] };
  },

  onResult(node: Extract, input: FlowInput): NodeOutcome {
    if (input.type !== 'extracted' || input.values === null)
      return leave(false, warning(node, 'The language model returned no values.'));
    const { values } = input;
    const read = node.config.fields.map((field) => {
      const sent = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
      return { field, value: valueOf(field, sent), isSent: sent !== undefined && sent !== null };
    });
    const actions = read
      .filter(({ value, isSent }) => isSent && value === null)
      .map(({ field }) => warning(node, `The value of ${field.name} is not of type ${field.type}.`));
    const variables = Object.fromEntries(read.map(({ field, value }) => [field.name, value]));
    return { type: 'leave', ok: read.some(({ value }) => value !== null), actions, variables };
  },
};

const warning = (node: Extract, text: string): FlowAction => ({ type: 'warning', nodeId: node.id, text });

/** Returns the value of a field; null if it is missing or has another type. */
function valueOf({ type, choices }: Field, sent: unknown): VariableValue {
  switch (type) {
    case 'string':
      return textOf(sent);
    case 'number':
      return numberOf(sent);
    case 'boolean':
      return booleanByText.get(String(sent).toLowerCase()) ?? null;
    case 'enum': {
      const text = textOf(sent)?.toLowerCase();
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

function numberOf(sent: unknown): number | null {
  const number = typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function textOf(sent: unknown): string | null {
  if (typeof sent === 'number' || typeof sent === 'boolean') return String(sent);
  const text = typeof sent === 'string' ? sent.trim().slice(0, textCharactersMax) : '';
  return text === '' ? null : text;
}
