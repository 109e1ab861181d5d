import type { FieldFault } from '../../../core/problems.ts';
import type { Comparison, Condition } from '../condition.ts';
import { operationHolds } from '../conditions/expression.ts';
import type { DraftNode, FlowDraft } from '../draft.ts';
import type { VariableValue } from '../protocol.ts';
import { variablesOf } from '../template.ts';
import { edgeFault, nodeFault, type Rule } from './rule.ts';

/** The values that a question can store: a fixed list, any number, or DTMF digits. */
type StorableValues =
  | { readonly kind: 'values'; readonly values: readonly VariableValue[]; readonly name: string }
  | { readonly kind: 'number' | 'digits'; readonly name: string };

const digits: StorableValues = { kind: 'digits', name: 'keys 0-9 * #' };

type CreateFault = (field: string, message: string) => FieldFault;

const code = 'comparison_never_holds';

/** Comparisons with values that the question can never store. */
export const neverTrueComparisons: Rule = (flow) => {
  const stored = storedByQuestions(flow);
  return [
    ...flow.edges.flatMap((edge) =>
      faultsIn(edge.condition, stored, (field, message) =>
        edgeFault(edge, `condition.${field}`, code, message),
      ),
    ),
    ...flow.nodes.flatMap((node) =>
      faultsIn(node.isGlobal?.condition, stored, (field, message) =>
        nodeFault(node, `isGlobal.condition.${field}`, code, message),
      ),
    ),
  ];
};

function faultsIn(
  condition: Condition | undefined,
  stored: ReadonlyMap<string, StorableValues>,
  fault: CreateFault,
): FieldFault[] {
  if (condition?.type !== 'expression') return [];
  const list = condition.all === undefined ? 'any' : 'all';
  return (condition[list] ?? []).flatMap((term, index) => {
    const answer = stored.get(term.left);
    const message = answer && neverHoldsMessage(term, answer);
    return message === undefined ? [] : [fault(`${list}[${index}]`, message)];
  });
}

function neverHoldsMessage(
  { left, op, right = null }: Comparison,
  answer: StorableValues,
): string | undefined {
  if (typeof right === 'string' && variablesOf(right).length > 0) return undefined;
  if (mayHold(op, right, answer)) return undefined;
  return `${left} ${op} ${JSON.stringify(right)} never holds: ${left} is ${answer.name}.`;
}

function mayHold(op: Comparison['op'], right: VariableValue, answer: StorableValues): boolean {
  switch (answer.kind) {
    case 'values':
      return answer.values.some((value) => operationHolds(value, op, right));
    case 'number':
      return !isOrdering(op) || !isNotANumber(right);
    case 'digits':
      return op !== '==' || !isNotKeys(right);
  }
}

const isOrdering = (op: Comparison['op']): boolean => ['==', '>', '>=', '<', '<='].includes(op);

const isNotANumber = (right: VariableValue): boolean =>
  typeof right === 'boolean' ||
  (typeof right === 'string' && (right.trim() === '' || Number.isNaN(Number(right))));

const isNotKeys = (right: VariableValue): boolean =>
  typeof right === 'boolean' || (typeof right === 'string' && !/^[0-9*#]+$/.test(right.trim()));

/** Returns the variables that are set by exactly one question. */
function storedByQuestions(flow: FlowDraft): ReadonlyMap<string, StorableValues> {
  const writers = new Map<string, (StorableValues | undefined)[]>();
  for (const node of flow.nodes)
    for (const [variable, stored] of storedBy(node))
      writers.set(variable, [...(writers.get(variable) ?? []), stored]);
  return new Map(
    [...writers].flatMap(([variable, found]) => {
      const [only] = found;
      const isKnown = found.length === 1 && only !== undefined && !flow.defaults.has(variable);
      return isKnown ? [[variable, only] as const] : [];
    }),
  );
}

/** Returns the names of the variables that the steps of a flow set. */
export const storedNames = ({ nodes }: FlowDraft): readonly string[] =>
  nodes.flatMap((node) => storedBy(node).map(([name]) => name));

/** Returns the variables that a node sets, with their possible values; undefined for any value. */
function storedBy({ type, config }: DraftNode): (readonly [string, StorableValues | undefined])[] {
  const { variable, save, fields } = config as {
    variable?: string;
    save?: Readonly<Record<string, unknown>>;
    fields?: readonly { readonly name: string }[];
  };
  if (variable !== undefined) return [[variable, type === 'ask' ? answerOf(config) : digits]];
  const others = [...Object.keys(save ?? {}), ...(fields ?? []).map(({ name }) => name)];
  return others.map((name) => [name, undefined] as const);
}

function answerOf({ expect, choices }: DraftNode['config']): StorableValues | undefined {
  switch (expect) {
    case 'yes_no':
      return { kind: 'values', values: [true, false, null], name: 'true, false or null' };
    case 'choice': {
      const values = ((choices ?? []) as readonly { readonly value: string }[]).map(({ value }) => value);
      return { kind: 'values', values: [...values, null], name: `one of ${values.join(', ')}, or null` };
    }
    case 'number':
      return { kind: 'number', name: 'a number' };
    case 'digits':
      return digits;
    default:
      return undefined;
  }
}
