import { UsageError } from '../output.ts';
import type { ApiTool } from './tools.ts';

/** The tools of the most frequent tasks. Assistants choose worse among more tools, and some hosts limit their number. */
const defaultTools: ReadonlySet<string> = new Set([
  'sendCall',
  'listCalls',
  'getCall',
  'endCall',
  'listAgents',
  'getAgent',
  'createAgent',
  'updateAgent',
  'getProviders',
  'listFlows',
  'getFlow',
  'createFlow',
  'updateFlow',
  'validateBatch',
  'startBatch',
  'listBatches',
  'getBatchProgress',
  'listBatchCalls',
  'cancelBatch',
  'generateMessage',
  'listConversations',
  'getConversation',
  'listDispositions',
  'updateDisposition',
  'listNumbers',
]);

/** Groups of tools: `default`, `all`, and the tags of the API. */
export const toolGroups: readonly string[] = [
  'default',
  'all',
  'active-calls',
  'agents',
  'analytics',
  'audit-log',
  'batch-calls',
  'batch-messages',
  'calls',
  'conversations',
  'dispositions',
  'erasures',
  'flows',
  'keys',
  'number-inventory',
  'numbers',
  'suppressions',
  'tasks',
  'test-network',
  'users',
  'webhooks',
  'workspaces',
];

/**
 * Parses the names of groups, separated by commas.
 * @throws {UsageError}
 */
export function readToolGroups(text: string): readonly string[] {
  const groups = text.split(',').map((group) => group.trim().toLowerCase());
  const unknown = groups.find((group) => !toolGroups.includes(group));
  if (unknown === undefined) return groups;
  throw new UsageError(`--tools has no group ${unknown}. Groups: ${toolGroups.join(', ')}.`);
}

export function isSelected({ name, tag }: ApiTool, groups: readonly string[]): boolean {
  if (groups.includes('all') || groups.includes(groupOf(tag))) return true;
  return groups.includes('default') && defaultTools.has(name);
}

/** Returns `batch-calls` for the tag `Batch calls`. */
export const groupOf = (tag: string): string => tag.toLowerCase().replaceAll(' ', '-');
