import type { z } from 'zod';
import { condition as conditionSchema, type Condition } from './condition.ts';
import { maxEdges, maxNodes } from './flow.ts';
import { nodeConfigs, type NodeType } from './node.ts';

/**
 * The readable part of a flow. Values that the schema rejects are undefined or omitted, so that the rules can check the rest. Rules assume that
 * unreadable values are valid.
 */
export interface FlowDraft {
  readonly type: 'call' | 'message';
  /** Whether the language model can move without edges. */
  readonly isFlex: boolean;
  /** Null if none is set, undefined if unreadable. */
  readonly startNodeId: string | null | undefined;
  /** Whether the status is `active`, so that calls can use the flow. */
  readonly isActive: boolean;
  readonly variables: readonly string[];
  /** Variables that are declared with a default. */
  readonly defaults: ReadonlySet<string>;
  /** Texts of the flow itself, by field name. */
  readonly texts: Readonly<Record<string, unknown>>;
  readonly quietHours: { readonly start: unknown; readonly end: unknown } | undefined;
  /** Nodes with an id. */
  readonly nodes: readonly DraftNode[];
  readonly edges: readonly DraftEdge[];
}

export interface DraftNode {
  /** Index in the list that was sent. */
  readonly index: number;
  readonly id: string;
  readonly type: NodeType | undefined;
  /** The valid fields, with their defaults. */
  readonly config: DraftConfig;
  /** The configuration as sent, of any shape. */
  readonly sentConfig: unknown;
  readonly isGlobal?: { readonly condition: Condition | undefined };
}

/** Settings of a node of one type; unreadable ones are undefined. */
export type DraftConfigOf<Type extends NodeType> = {
  readonly [Field in keyof z.output<(typeof nodeConfigs)[Type]>]?:
    | z.output<(typeof nodeConfigs)[Type]>[Field]
    | undefined;
};

export type DraftConfig = Readonly<Record<string, unknown>>;

export interface DraftEdge {
  readonly index: number;
  readonly id: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly condition: Condition | undefined;
  /** Lower values are tried first; 0 if unreadable. */
  readonly priority: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads the draft from a value of any shape. Returns undefined if it has more nodes or edges than allowed. */
export function readDraft(value: unknown): FlowDraft | undefined {
  const sent = fieldsOf(value);
  const nodes = listOf(sent.nodes);
  const edges = listOf(sent.edges);
  if (nodes.length > maxNodes || edges.length > maxEdges) return undefined;
  const { startNodeId = null, globalPrompt, initiationMessage, subject, quietHours } = sent;
  const type = sent.type === 'message' ? 'message' : 'call';
  const { start, end } = fieldsOf(quietHours);
  return {
    type,
    isFlex: type === 'call' && sent.mode === 'flex',
    startNodeId: startNodeId === null ? null : textOf(startNodeId),
    isActive: sent.status === 'active',
    variables: Object.keys(fieldsOf(sent.variables)),
    defaults: new Set(
      Object.entries(fieldsOf(sent.variables)).flatMap(([name, variable]) =>
        (fieldsOf(variable).default ?? null) === null ? [] : [name],
      ),
    ),
    texts: type === 'call' ? { globalPrompt } : { initiationMessage, subject },
    quietHours: type === 'call' ? undefined : { start, end },
    nodes: nodes.flatMap((node, index) => readNode(fieldsOf(node), index)),
    edges: edges.map((edge, index) => readEdge(fieldsOf(edge), index)),
  };
}

function readNode(sent: Fields, index: number): DraftNode[] {
  const id = textOf(sent.id);
  if (id === undefined) return [];
  const type = Object.hasOwn(nodeConfigs, textOf(sent.type) ?? '') ? (sent.type as NodeType) : undefined;
  const isGlobal =
    sent.isGlobal === undefined
      ? {}
      : { isGlobal: { condition: readCondition(fieldsOf(sent.isGlobal).condition) } };
  const config = type === undefined ? {} : readConfig(type, fieldsOf(sent.config));
  return [{ index, id, type, config, sentConfig: sent.config, ...isGlobal }];
}

function readConfig(type: NodeType, sent: Fields): DraftConfig {
  const shape: Readonly<Record<string, z.ZodType>> = nodeConfigs[type].shape;
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, field]) => {
      const { success, data } = field.safeParse(sent[name]);
      return success && data !== undefined ? [[name, data]] : [];
    }),
  );
}

function readEdge(sent: Fields, index: number): DraftEdge {
  const { condition } = sent;
  return {
    index,
    id: textOf(sent.id),
    from: textOf(sent.from),
    to: textOf(sent.to),
    condition: condition === undefined ? { type: 'always' } : readCondition(condition),
    priority: typeof sent.priority === 'number' ? sent.priority : 0,
  };
}

const readCondition = (value: unknown): Condition | undefined =>
  conditionSchema.safeParse(value).data as Condition | undefined;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
