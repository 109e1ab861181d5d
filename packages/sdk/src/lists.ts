import type { Operations } from './generated/sdk.gen.ts';

type ResponseBody<Name extends keyof Operations> = Operations[Name] extends (...args: never) => infer Promised
  ? NonNullable<Awaited<Promised>>
  : never;

/** Operations that return one page of a list and the cursor of the next page, which is null on the last page. */
export type ListName = {
  [Name in keyof Operations]: ResponseBody<Name> extends { data: { nextCursor: infer Cursor } }
    ? null extends Cursor
      ? Name
      : never
    : never;
}[keyof Operations];

type Page<Name extends ListName> = ResponseBody<Name> extends { data: infer Data } ? Data : never;

/** Item of a list. */
export type ListItem<Name extends ListName> = Extract<
  Page<Name>[keyof Page<Name>],
  readonly unknown[]
>[number];

/** Filters of a list, and its path parameters. */
export type ListOptions<Name extends ListName> = Omit<
  NonNullable<Parameters<Operations[Name]>[0]>,
  'client' | 'throwOnError'
>;

interface AnyPage {
  readonly data: { readonly nextCursor: string | null } & Readonly<Record<string, unknown>>;
}

type ListOperation = (options: object) => Promise<AnyPage>;

/** Iterates over all pages by cursor, so that items that are added or deleted meanwhile cause no gaps and no duplicates. */
export async function* iterateList<Item>(
  list: ListOperation,
  options: { readonly query?: object },
): AsyncGenerator<Item> {
  let cursor: string | null | undefined;
  do {
    const query = { ...options.query, ...(cursor === undefined ? {} : { cursor }) };
    const { data } = await list({ ...options, query });
    yield* Object.values(data).find((value) => Array.isArray(value)) as Item[];
    cursor = data.nextCursor;
  } while (cursor !== null);
}
