import fc from 'fast-check';
import type { Endpoint } from '../../src/api/endpoint.ts';
import { newId } from '../../src/core/ids.ts';
import type { Example } from '../isolation/examples.ts';
import type { References } from '../isolation/references.ts';
import { asBody, broken, junk } from './broken-values.ts';
import { components, describedAs } from './described-operations.ts';
import { fitting, type Surroundings } from './fitting-values.ts';

export interface AnyRequest {
  readonly url: string;
  readonly body: unknown;
}

/** Generates requests to an operation, both valid and invalid by the OpenAPI document. */
export function anyRequest(one: Endpoint, example: Example, refs: References): fc.Arbitrary<AnyRequest> {
  const context: Surroundings = { components: components.schemas, known: knownValues(refs) };
  return fc
    .tuple(
      anyPath(one, example, refs),
      anyQuery(one, example, refs, context),
      anyBody(one, example, refs, context),
    )
    .map(([path, query, body]) => ({ url: query === '' ? path : `${path}?${query}`, body }));
}

/** Returns values that exist in the workspace, by field name, so that some requests pass the checks of ids. */
function knownValues(refs: References): Surroundings['known'] {
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

function anyPath(one: Endpoint, example: Example, refs: References): fc.Arbitrary<string> {
  const names = Object.keys(one.parameters ?? {});
  const chosen = example.path?.(refs) ?? {};
  const parts = names.map((name) => {
    const { kind } = one.parameters![name]!;
    const own = fc.constant(chosen[name] ?? refs[kind]);
    const other = fc.oneof(
      fc.constant(newId(kind)),
      anyText.filter((text) => text !== ''),
    );
    return fc.oneof({ arbitrary: own, weight: 4 }, { arbitrary: other, weight: 1 });
  });
  return fc
    .tuple(...parts)
    .map((values) =>
      values.reduce(
        (path, value, index) => path.replace(`{${names[index]!}}`, encodeURIComponent(value)),
        one.path,
      ),
    );
}

const inText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Generates well-formed text, as a URL requires. */
const anyText = fc
  .oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), junk.map(inText))
  .map((text) => text.toWellFormed().slice(0, 250));

type Pairs = readonly (readonly [string, string])[];

function anyQuery(
  one: Endpoint,
  example: Example,
  refs: References,
  context: Surroundings,
): fc.Arbitrary<string> {
  const parameters = describedAs(one).parameters.filter((parameter) => parameter.in === 'query');
  const fields = parameters.map(({ name, schema }) => {
    const fits = fitting({ type: 'object', properties: { [name]: schema }, required: [name] }, context);
    return [
      name,
      fc.oneof(
        fits.map((value) => inText((value as Record<string, unknown>)[name])),
        anyText,
      ),
    ] as const;
  });
  const some: fc.Arbitrary<Pairs> = fc
    .record(Object.fromEntries(fields), { requiredKeys: [] })
    .map((query) => Object.entries(query as Record<string, string>));
  const own: Pairs = Object.entries(example.query?.(refs) ?? {});
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
      { arbitrary: fc.constant(own), weight: 3 },
      { arbitrary: some, weight: 3 },
      { arbitrary: unknown, weight: 1 },
    )
    .map((pairs) =>
      new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString(),
    );
}

function anyBody(
  one: Endpoint,
  example: Example,
  refs: References,
  context: Surroundings,
): fc.Arbitrary<unknown> {
  const schema = describedAs(one).requestBody?.content['application/json']?.schema;
  if (schema === undefined) return fc.constant(undefined);
  const valid = fc.oneof(fitting(schema, context), fc.constantFrom(example.body?.(refs)));
  return fc.oneof(
    { arbitrary: valid, weight: 4 },
    { arbitrary: broken(valid).map(asBody), weight: 4 },
    { arbitrary: junk, weight: 1 },
    {
      arbitrary: fc.constantFrom('{', '{"a":1,"a":2}', '[', '\ufeff{}', 'null', '{"a":"\\ud800"}'),
      weight: 1,
    },
  );
}
