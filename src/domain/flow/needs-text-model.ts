import { hasLanguage } from '../languages/language.ts';
import type { FlowDefinition, StoredFlowGraph } from './flow.ts';

/** Questions whose spoken answers need the rules of the language, or a model. */
const spokenQuestionTypes: ReadonlySet<string> = new Set(['ask', 'schedule_callback']);

/**
 * Returns whether calls with the flow in a language (BCP 47) need a model that answers with text: it evaluates prompt conditions, moves between nodes, extracts
 * values, and interprets answers for which Parley has no rules.
 */
export function needsTextModel(flow: FlowDefinition | StoredFlowGraph, language: string): boolean {
  if ('type' in flow && flow.type !== 'call') return false;
  return (
    flow.mode === 'flex' ||
    flow.nodes.some(({ type }) => type === 'extract') ||
    flow.edges.some(({ condition }) => condition.type === 'prompt') ||
    (!hasLanguage(language) && flow.nodes.some(({ type }) => spokenQuestionTypes.has(type)))
  );
}
