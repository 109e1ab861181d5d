import type { FieldFault } from '../../../core/problems.ts';
import { isSecretReference } from '../../http-header.ts';
import { columnName } from '../../variable-name.ts';
import type { DraftEdge, FlowDraft } from '../draft.ts';
import { heardFields, namespaces } from '../scope.ts';
import { isWellFormed, variablesOf } from '../template.ts';
import { storedNames } from './comparisons.ts';
import { edgeFault, nodeFault, type Rule } from './rule.ts';

/** The fields of each namespace; undefined for fields that depend on the call. */
const fieldsByNamespace: Record<(typeof namespaces)[number], readonly string[] | undefined> = {
  customer: ['name', 'email', 'externalId', 'timezone', 'phone'],
  agent: ['id', 'name'],
  heard: heardFields,
  dynamic: undefined,
  now: [],
};

/** Returns why a variable can never have a value; undefined if it can. */
function missingVariableReason(path: string): string | undefined {
  const [space, field] = path.split('.', 2) as [string, string | undefined];
  if (field === undefined)
    return (namespaces as readonly string[]).includes(path) && path !== 'now'
      ? `"${path}" needs a field, such as ${path}.name.`
      : undefined;
  if (!Object.hasOwn(fieldsByNamespace, space))
    return `"${space}" does not exist. Variables with a dot begin with ${namespaces.join(', ')}.`;
  const fields = fieldsByNamespace[space as keyof typeof fieldsByNamespace];
  return fields === undefined || fields.includes(field) ? undefined : `"${space}" has no field "${field}".`;
}

type CreateFault = (field: string, code: string, message: string) => FieldFault;

/** Returns the faults of all `{{…}}` in the texts of a value, at any depth. */
function textFaults(value: unknown, field: string, fault: CreateFault): FieldFault[] {
  if (typeof value === 'string') return stringFaults(value, field, fault);
  if (Array.isArray(value))
    return value.flatMap((item, index) => textFaults(item, `${field}[${index}]`, fault));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => textFaults(item, `${field}.${name}`, fault));
}

function stringFaults(text: string, field: string, fault: CreateFault): FieldFault[] {
  const isHeader = field.startsWith('config.headers.');
  return templateFaults(text, (path) => isHeader && isSecretReference(path)).map(({ code, message }) =>
    fault(field, code, message),
  );
}

/** Returns the faults of the `{{…}}` in a text: malformed ones, and variables that can never have a value, except those that `isExempt`. */
export function templateFaults(
  text: string,
  isExempt: (path: string) => boolean = () => false,
): Pick<FieldFault, 'code' | 'message'>[] {
  if (!text.includes('{{')) return [];
  if (!isWellFormed(text))
    return [{ code: 'invalid_template', message: 'write variables as {{name}} or {{customer.name}}.' }];
  return variablesOf(text).flatMap((path) => {
    const why = isExempt(path) ? undefined : missingVariableReason(path);
    return why === undefined ? [] : [{ code: 'unknown_variable', message: why }];
  });
}

/** Variables with sensitive digits must be used in conditions and HTTP requests only. */
export const sensitiveVariablesUnspoken: Rule = (flow) => {
  const sensitive = new Set(
    flow.nodes.flatMap(({ type, config }) =>
      type === 'gather_digits' && config['sensitive'] === true ? [config['variable']] : [],
    ),
  );
  if (sensitive.size === 0) return [];
  return flow.nodes
    .filter(({ type }) => type !== 'http')
    .flatMap((node) =>
      textsIn(node.sentConfig, 'config').flatMap(([field, text]) =>
        variablesOf(text)
          .filter((name) => sensitive.has(name))
          .map((name) =>
            nodeFault(
              node,
              field,
              'sensitive_variable',
              `"${name}" holds sensitive digits. Use it in conditions only.`,
            ),
          ),
      ),
    );
};

/** Returns all texts of a value, at any depth, with their paths. */
function textsIn(value: unknown, field: string): [field: string, text: string][] {
  if (typeof value === 'string') return isWellFormed(value) ? [[field, value]] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, `${field}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => textsIn(item, `${field}.${name}`));
}

/** Variables in texts must exist. */
export const knownVariables: Rule = (flow) => [
  ...flow.nodes.flatMap((node) =>
    textFaults(node.sentConfig, 'config', (field, code, message) => nodeFault(node, field, code, message)),
  ),
  ...Object.entries(flow.texts).flatMap(([path, text]) =>
    textFaults(text, path, (field, code, message) => ({ path: field, code, message })),
  ),
];

/** Variables in statements for a language model must exist. */
export const knownPromptVariables: Rule = (flow) => [
  ...flow.nodes.flatMap((node) => {
    const condition = node.isGlobal?.condition;
    const fault: CreateFault = (...args) => nodeFault(node, ...args);
    return condition?.type === 'prompt' ? stringFaults(condition.text, 'isGlobal.condition.text', fault) : [];
  }),
  ...flow.edges.flatMap((edge) => {
    const fault: CreateFault = (...args) => edgeFault(edge, ...args);
    return edge.condition?.type === 'prompt'
      ? stringFaults(edge.condition.text, 'condition.text', fault)
      : [];
  }),
];

/** Variables in expressions must exist. */
export const knownOperands: Rule = (flow) =>
  flow.edges.flatMap((edge) => {
    const { condition } = edge;
    if (condition?.type !== 'expression') return [];
    const list = condition.all === undefined ? 'any' : 'all';
    return (condition[list] ?? []).flatMap(({ left, right }, index) => {
      const field = `condition.${list}[${index}]`;
      const fault: CreateFault = (...args) => edgeFault(edge, ...args);
      const why = missingVariableReason(left);
      const faults = why === undefined ? [] : [fault(`${field}.left`, 'unknown_variable', why)];
      return [...faults, ...textFaults(right, `${field}.right`, fault)];
    });
  });

/** Returns the names that a flow declares or stores. */
export const knownNames = (flow: FlowDraft): ReadonlySet<string> =>
  new Set([...flow.variables, ...storedNames(flow)]);

/** Plain names that need no declaration. Reserved ones are faults of their own. */
const builtinNames: ReadonlySet<string> = new Set([
  ...namespaces,
  ...(fieldsByNamespace.customer ?? []).map(columnName),
]);

/** Returns why variables of a text probably have no value: only the caller of the API or a column of a batch can set them. */
export const undeclaredVariablesReason = (text: string, known: ReadonlySet<string>): string | undefined =>
  undeclaredReason(variablesOf(text), known);

function undeclaredReason(used: readonly string[], known: ReadonlySet<string>): string | undefined {
  const names = used.filter(
    (name) => !name.includes('.') && !known.has(name) && !builtinNames.has(columnName(name)),
  );
  if (names.length === 0) return undefined;
  const list = names.map((name) => `{{${name}}}`).join(', ');
  const [verb, object] = names.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${list} ${verb} not declared, and no step stores ${object}. Declare ${object} in the variables of the flow, or send ${object} with each call, such as in a column of a batch.`;
}

/** Returns the variables of a value by path, in its texts at any depth. */
const variablesIn = (value: unknown, field: string): [field: string, names: readonly string[]][] =>
  textsIn(value, field).map(([path, text]) => [path, variablesOf(text)]);

/** Returns the variables of a condition by path: those it compares, and those in its texts. */
function conditionVariables(
  condition: DraftEdge['condition'],
  field: string,
): [field: string, names: readonly string[]][] {
  if (condition?.type === 'prompt') return variablesIn(condition.text, `${field}.text`);
  if (condition?.type !== 'expression') return [];
  const list = condition.all === undefined ? 'any' : 'all';
  return (condition[list] ?? []).flatMap(({ left, right }, index) => [
    [`${field}.${list}[${index}].left`, [left]],
    ...variablesIn(right, `${field}.${list}[${index}].right`),
  ]);
}

/** Variables in texts and conditions should be declared, or stored by a step. */
export const undeclaredVariables: Rule = (flow) => {
  const known = knownNames(flow);
  const warningsOf = (found: readonly [field: string, names: readonly string[]][], fault: CreateFault) =>
    found.flatMap(([field, names]) => {
      const why = undeclaredReason(names, known);
      return why === undefined ? [] : [fault(field, 'undeclared_variable', why)];
    });
  return [
    ...flow.nodes.flatMap((node) =>
      warningsOf(
        [
          ...variablesIn(node.sentConfig, 'config'),
          ...conditionVariables(node.isGlobal?.condition, 'isGlobal.condition'),
        ],
        (...args) => nodeFault(node, ...args),
      ),
    ),
    ...flow.edges.flatMap((edge) =>
      warningsOf(conditionVariables(edge.condition, 'condition'), (...args) => edgeFault(edge, ...args)),
    ),
    ...Object.entries(flow.texts).flatMap(([path, texts]) =>
      warningsOf(variablesIn(texts, path), (field, code, message) => ({ path: field, code, message })),
    ),
  ];
};

/** Declared variables must not use reserved names. */
export const noReservedNames: Rule = (flow) =>
  flow.variables
    .filter((name) => (namespaces as readonly string[]).includes(name))
    .map((name) => ({
      path: `variables.${name}`,
      code: 'reserved_name',
      message: `"${name}" is a reserved name.`,
    }));
