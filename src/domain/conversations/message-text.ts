import type { VariableValue } from '../flow/protocol.ts';
import { lookUp } from '../flow/scope.ts';
import { fillIn } from '../flow/template.ts';

type Values = Readonly<Record<string, VariableValue>>;

/** What the variables of a message stand for. */
export interface MessageScope {
  readonly nowMs: number;
  /** IANA. */
  readonly timezone: string;
  /** The flow's own, with their defaults. */
  readonly variables: Values;
  readonly dynamic: Values;
  readonly customer: Values;
  readonly agent: Values;
}

export interface FilledText {
  readonly text: string;
  /** Variables that have no value: nothing stands for them. Each once. */
  readonly missing: readonly string[];
}

/** A message's text with every variable replaced by its value as it was given. */
export function fillMessage(template: string, { variables, ...context }: MessageScope): FilledText {
  const missing = new Set<string>();
  const text = fillIn(template, (name) => {
    const value = lookUp(name, { context, state: { variables, heard: null } });
    if (value !== undefined && value !== null) return String(value);
    missing.add(name);
    return '';
  });
  return { text: missing.size === 0 ? text : closeGaps(text), missing: [...missing] };
}

/** "Hello , how are you" without the space that the name left behind. */
const closeGaps = (text: string): string =>
  text
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/ (?=[,.!?;])/g, '')
    .trim();
