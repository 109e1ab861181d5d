import type { FieldFault } from '../../core/problems.ts';
import { readDraft, type DraftNode, type FlowDraft } from './draft.ts';
import { neverTrueComparisons } from './rules/comparisons.ts';
import { nodeFault, type Rule } from './rules/rule.ts';
import { unavailableNodes } from './rules/unavailable-nodes.ts';
import { branchesWithoutChoice, edgesNeverTaken } from './rules/useless-edges.ts';
import { undeclaredVariables } from './rules/variables.ts';
import { variablesOf } from './template.ts';

const nameVariables: ReadonlySet<string> = new Set(['customer.name']);

/** Returns one warning for all texts with the customer's name, since a call may have none. */
const customerNameUsed: Rule = (flow) => {
  const inFlow = Object.entries(flow.texts).find(([, text]) => usesName(JSON.stringify(text)));
  const unit = flow.type;
  const message = `customer.name is empty in ${unit}s without it. Send customer.name with each ${unit}.`;
  if (inFlow !== undefined)
    return [{ path: inFlow[0], code: 'customer_name_missing', message: `In ${inFlow[0]}: ${message}` }];
  const node = flow.nodes.find(({ sentConfig }) => usesName(JSON.stringify(sentConfig)));
  return node === undefined ? [] : [nodeFault(node, 'config', 'customer_name_missing', message)];
};

const usesName = (text: unknown): boolean =>
  typeof text === 'string' && variablesOf(text).some((name) => nameVariables.has(name));

const rules: readonly Rule[] = [
  neverTrueComparisons,
  edgesNeverTaken,
  branchesWithoutChoice,
  (flow) => (flow.isActive ? [] : unavailableNodes(flow)),
  customerNameUsed,
  undeclaredVariables,
];

/** Returns the warnings of a valid flow: settings that are allowed but probably unintended. Independent of the agent. */
export function flowWarnings(definition: unknown): FieldFault[] {
  const draft = readDraft(definition);
  return draft === undefined ? [] : rules.flatMap((rule) => rule(draft));
}

/**
 * Returns a warning for each node that asks for free text, which a recogniser with a closed vocabulary cannot transcribe. `recogniser` names the
 * recogniser in the message.
 */
export function freeTextWarnings(definition: unknown, recogniser: string): FieldFault[] {
  const draft = readDraft(definition);
  if (draft === undefined || draft.type !== 'call') return [];
  return freeTextNodes(draft).map((node) =>
    nodeFault(
      node,
      'config.expect',
      'closed_vocabulary',
      `the node asks for free text, but ${recogniser} supports expected phrases only. Use yes_no, choice, number, digits or date_time, or another recogniser.`,
    ),
  );
}

const freeTextNodes = ({ nodes }: FlowDraft): readonly DraftNode[] =>
  nodes.filter(({ type, config }) => type === 'ask' && config['expect'] === 'text');
