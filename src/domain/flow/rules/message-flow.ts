import type { NodeType } from '../node.ts';
import { nodeFault, type Rule } from './rule.ts';

const voiceOnly: ReadonlySet<NodeType> = new Set(['gather_digits', 'press_digits', 'transfer', 'wait']);

/** Messages have no keypad, no silence and nobody to connect. */
export const noVoiceOnlyNodes: Rule = (flow) =>
  flow.type === 'call'
    ? []
    : flow.nodes
        .filter((node) => voiceOnly.has(node.type))
        .map((node) => nodeFault(flow, node, 'type', 'not_for_messages', `${node.type} is for calls only.`));

/** Quiet hours end at another time than they begin. */
export const realQuietHours: Rule = (flow) =>
  flow.type === 'message' && flow.quietHours !== null && flow.quietHours.start === flow.quietHours.end
    ? [{ path: 'quietHours.end', code: 'out_of_range', message: 'Quiet hours end when they begin.' }]
    : [];
