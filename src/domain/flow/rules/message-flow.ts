import type { NodeType } from '../node.ts';
import { nodeFault, type Rule } from './rule.ts';

const voiceOnly: ReadonlySet<NodeType> = new Set(['gather_digits', 'press_digits', 'transfer', 'wait']);

/** Message flows must not contain nodes for voice calls. */
export const noVoiceOnlyNodes: Rule = (flow) =>
  flow.type === 'call'
    ? []
    : flow.nodes
        .filter(({ type }) => type !== undefined && voiceOnly.has(type))
        .map((node) => nodeFault(node, 'type', 'not_for_messages', `${node.type} is for calls only.`));

/** Quiet hours must not be empty. */
export const nonEmptyQuietHours: Rule = ({ quietHours }) =>
  quietHours?.start !== undefined && quietHours.start === quietHours.end
    ? [
        {
          path: 'quietHours.end',
          code: 'out_of_range',
          message: 'Quiet hours must end at another time than they start.',
        },
      ]
    : [];
