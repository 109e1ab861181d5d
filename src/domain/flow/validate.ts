import type { FieldFault } from '../../core/problems.ts';
import { textLanguages } from '../texts.ts';
import { readDraft } from './draft.ts';
import { flowTexts } from './flow.ts';
import { failureEdges, applicableConditions, applicableGlobals } from './rules/conditions.ts';
import { noVoiceOnlyNodes, nonEmptyQuietHours } from './rules/message-flow.ts';
import { validSettings } from './rules/node-settings.ts';
import type { Rule } from './rules/rule.ts';
import { edgesJoinNodes, singleStart, uniqueIds } from './rules/structure.ts';
import {
  noReservedNames,
  knownOperands,
  knownPromptVariables,
  knownVariables,
  sensitiveVariablesUnspoken,
} from './rules/variables.ts';
import { onlyAvailableNodes } from './rules/unavailable-nodes.ts';
import { endReachable, everyNodeReachable, noDeadEnd, noSilentLoop } from './rules/reachability.ts';

const rules: readonly Rule[] = [
  singleStart,
  uniqueIds,
  edgesJoinNodes,
  applicableConditions,
  applicableGlobals,
  validSettings,
  onlyAvailableNodes,
  noReservedNames,
  knownVariables,
  knownPromptVariables,
  sensitiveVariablesUnspoken,
  knownOperands,
  failureEdges,
  noDeadEnd,
  everyNodeReachable,
  endReachable,
  noSilentLoop,
  noVoiceOnlyNodes,
  nonEmptyQuietHours,
];

/**
 * Returns the faults of a flow that its schema cannot detect, each with its path and node. `value` may have any shape: parts that the schema rejects
 * are skipped.
 */
export function validateFlow(value: unknown): FieldFault[] {
  const draft = readDraft(value);
  if (draft === undefined) return [];
  const { faults } = textLanguages(value, flowTexts);
  return withoutDuplicates([...faults, ...rules.flatMap((rule) => rule(draft))]);
}

/** Returns one fault per code, path and message. */
const withoutDuplicates = (faults: readonly FieldFault[]): FieldFault[] => [
  ...new Map(faults.map((fault) => [`${fault.code} ${fault.path} ${fault.message}`, fault])).values(),
];
