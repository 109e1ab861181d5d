import type { VariableValue } from '../domain/flow/protocol.ts';

/** An effect of a flow or a tool, which is stored in the transaction of the reply. */
export type ReplyEffect =
  | { readonly type: 'disposition'; readonly disposition: string; readonly notes: string }
  /** `at`: ISO 8601 UTC. */
  | { readonly type: 'callback'; readonly at: string; readonly notes: string }
  | {
      readonly type: 'message';
      readonly nodeId: string;
      readonly flowId: string;
      readonly to: string;
      /** The variables of the flow. */
      readonly variables: Readonly<Record<string, VariableValue>>;
    }
  | { readonly type: 'opt-out' };
