import fc from 'fast-check';
import { type Endpoint, isValueKind } from '../../src/api/endpoint.ts';
import { newId } from '../../src/core/ids.ts';
import type { Example } from '../isolation/examples.ts';
import type { References } from '../isolation/references.ts';
import { valuesOfKinds } from '../isolation/requests.ts';
import { asBody, brokenValue, junk } from './broken-values.ts';
import { components, documentedOperation } from './documented-operations.ts';
import { validValue, type GeneratorContext } from './valid-values.ts';

export interface AnyRequest {
  readonly url: string;
  readonly body: unknown;
}

/** Generates requests to an operation, both valid and invalid by the OpenAPI document. */
export function anyRequest(endpoint: Endpoint, example: Example, refs: References): fc.Arbitrary<AnyRequest> {
  const context: GeneratorContext = { components: components.schemas, existingValues: existingValues(refs) };
  return fc
    .tuple(
      anyPath(endpoint, example, refs),
      anyQuery(endpoint, example, refs, context),
      anyBody(endpoint, example, refs, context),
    )
    .map(([path, query, body]) => ({ url: query === '' ? path : `${path}?${query}`, body }));
}

/** Returns values that exist in the workspace, by field name, so that some requests pass the checks of ids. */
function existingValues(refs: References): GeneratorContext['existingValues'] {
  const byField: Readonly<Record<string, readonly unknown[]>> = {
    agentId: [refs.agent, refs.idleAgent],
    flowId: [refs.flow, refs.messageFlow],
    phoneNumber: [refs.ownedNumber, refs.customerNumber],
    fromNumber: [refs.ownedNumber],
    fromNumbers: [[refs.ownedNumber]],
    toNumber: ['+12025550100'],
    to: ['+12025550100', 'ada@example.com'],
    timezone: ['Europe/Berlin', 'UTC'],
    model: ['builtin/flow'],
    language: ['en-US'],
    country: ['US', 'AU'],
    workspaceIds: [[refs.workspace]],
    batchId: [refs.batch],
    address: [refs.customerNumber, refs.customerEmail],
    recipient: [refs.customerNumber],
  };
  return (field) => byField[field] ?? [];
}

function anyPath(endpoint: Endpoint, example: Example, refs: References): fc.Arbitrary<string> {
  const names = Object.keys(endpoint.parameters ?? {});
  const exampleIds = example.path?.(refs) ?? {};
  const parts = names.map((name) => {
    const { kind } = endpoint.parameters![name]!;
    const own = fc.constant(exampleIds[name] ?? (isValueKind(kind) ? valuesOfKinds[kind] : refs[kind]));
    const other = fc.oneof(
      fc.constant(isValueKind(kind) ? '2' : newId(kind)),
      anyText.filter((text) => text !== ''),
    );
    return fc.oneof({ arbitrary: own, weight: 4 }, { arbitrary: other, weight: 1 });
  });
  return fc
    .tuple(...parts)
    .map((values) =>
      values.reduce(
        (path, value, index) => path.replace(`{${names[index]!}}`, encodeURIComponent(value)),
        endpoint.path,
      ),
    );
}

const toQueryText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Generates well-formed text, as a URL requires. */
const anyText = fc
  .oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), junk.map(toQueryText))
  .map((text) => text.toWellFormed().slice(0, 250));

type Pairs = readonly (readonly [string, string])[];

function anyQuery(
  endpoint: Endpoint,
  example: Example,
  refs: References,
  context: GeneratorContext,
): fc.Arbitrary<string> {
  const parameters = documentedOperation(endpoint).parameters.filter((parameter) => parameter.in === 'query');
  const fields = parameters.map(({ name, schema }) => {
    const valid = validValue({ type: 'object', properties: { [name]: schema }, required: [name] }, context);
    return [
      name,
      fc.oneof(
        valid.map((value) => toQueryText((value as Record<string, unknown>)[name])),
        anyText,
      ),
    ] as const;
  });
  const documented: fc.Arbitrary<Pairs> = fc
    .record(Object.fromEntries(fields), { requiredKeys: [] })
    .map((query) => Object.entries(query as Record<string, string>));
  const fromExample: Pairs = Object.entries(example.query?.(refs) ?? {});
  const unknown = fc.constantFrom<Pairs>(
    [['nonsense', '1']],
    [
      ['limit', '1'],
      ['limit', '2'],
    ],
    [['__proto__', '1']],
  );
  return fc
    .oneof(
      { arbitrary: fc.constant(fromExample), weight: 3 },
      { arbitrary: documented, weight: 3 },
      { arbitrary: unknown, weight: 1 },
    )
    .map((pairs) =>
      new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString(),
    );
}

function anyBody(
  endpoint: Endpoint,
  example: Example,
  refs: References,
  context: GeneratorContext,
): fc.Arbitrary<unknown> {
  const schema = documentedOperation(endpoint).requestBody?.content['application/json']?.schema;
  if (schema === undefined) return fc.constant(undefined);
  const valid = fc.oneof(validValue(schema, context), fc.constantFrom(example.body?.(refs)));
  return fc.oneof(
    { arbitrary: valid, weight: 4 },
    { arbitrary: brokenValue(valid).map(asBody), weight: 4 },
    { arbitrary: junk, weight: 1 },
    {
      arbitrary: fc.constantFrom('{', '{"a":1,"a":2}', '[', '\ufeff{}', 'null', '{"a":"\\ud800"}'),
      weight: 1,
    },
  );
}
