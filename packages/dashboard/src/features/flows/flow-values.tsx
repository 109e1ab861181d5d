import type { Flow } from '@parley/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Field, TextInput } from '../../components/field.tsx';
import { text } from '../../text/index.ts';
import { flowQuery } from './flow-query.ts';

const words = text.flows.values;

type Value = string | number | boolean;

/** Inputs for the variables that a flow needs, and their values as a call, a message or a run takes them. */
export function useFlowValues(flowId: string | null): {
  readonly dynamic: Readonly<Record<string, Value>>;
  readonly fields: ReactNode;
} {
  const { data } = useQuery({ ...flowQuery(flowId ?? ''), enabled: flowId !== null });
  const [entered, setEntered] = useState<Readonly<Record<string, string>>>({});
  const flow = flowId === null ? undefined : data;
  const names = flow === undefined ? [] : neededNames(flow);
  const declared = flow?.variables ?? {};
  const valueOf = (name: string) => {
    const value = entered[name]?.trim() ?? '';
    return value === '' ? [] : [[name, typedValue(value, declared[name]?.type)] as const];
  };
  return {
    dynamic: Object.fromEntries(names.flatMap(valueOf)),
    fields: names.map((name) => (
      <Field key={name} label={name} hint={hintOf(declared[name])}>
        <TextInput
          value={entered[name] ?? ''}
          onValue={(value) => setEntered((others) => ({ ...others, [name]: value }))}
        />
      </Field>
    )),
  };
}

type Declared = Flow['variables'][string];

function hintOf(declared: Declared | undefined): string {
  const initial = declared?.default ?? null;
  const hint = words.hints[declared?.type ?? 'string'];
  return initial === null ? hint : `${hint} ${words.initial(String(initial))}`;
}

function typedValue(value: string, type: Declared['type'] | undefined): Value {
  if (type === 'number' && Number.isFinite(Number(value))) return Number(value);
  if (type === 'boolean' && /^(yes|no|true|false)$/i.test(value)) return /^(yes|true)$/i.test(value);
  return value;
}

const variablePattern = /\{\{\s*(?:dynamic\.)?([A-Za-z_]\w*)\s*\}\}/g;
/** Plain names that the customer of a call provides, or the service. */
const givenNames = new Set(['now', 'name', 'email', 'externalid', 'timezone', 'phone']);

/** Returns the variables that a flow declares or that its texts use, except those that its steps store. */
function neededNames({ nodes, variables, ...others }: Flow): readonly string[] {
  const texts = JSON.stringify([nodes.map(({ config }) => config), others]);
  const used = [...texts.matchAll(variablePattern)].map(([, name]) => name!);
  const stored = new Set(nodes.flatMap(storedNames));
  return [...new Set([...Object.keys(variables), ...used])].filter(
    (name) => !stored.has(name) && !givenNames.has(name.replaceAll('_', '').toLowerCase()),
  );
}

/** Returns the names of the variables that a step stores. */
export function storedNames({ config }: Flow['nodes'][number]): readonly string[] {
  const { variable, fields, save } = config as {
    readonly variable?: string;
    readonly fields?: readonly { readonly name: string }[];
    readonly save?: Readonly<Record<string, string>>;
  };
  return [
    ...(variable === undefined || variable === '' ? [] : [variable]),
    ...(fields ?? []).map(({ name }) => name),
    ...Object.keys(save ?? {}),
  ];
}
