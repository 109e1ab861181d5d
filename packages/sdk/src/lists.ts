import type { Operations } from './generated/sdk.gen.ts';

type Answer<Name extends keyof Operations> = Operations[Name] extends (...given: never) => infer Promised
  ? NonNullable<Awaited<Promised>>
  : never;

/** Operations that answer a page, and where the next one begins. */
export type ListName = {
  [Name in keyof Operations]: Answer<Name> extends { data: { nextCursor: string | null } } ? Name : never;
}[keyof Operations];

type Page<Name extends ListName> = Answer<Name> extends { data: infer Data } ? Data : never;

/** What the list holds. */
export type ListItem<Name extends ListName> = Extract<
  Page<Name>[keyof Page<Name>],
  readonly unknown[]
>[number];

/** Filters of the list, and ids that its path holds. */
export type ListOptions<Name extends ListName> = Omit<
  NonNullable<Parameters<Operations[Name]>[0]>,
  'client' | 'throwOnError'
>;

interface AnyPage {
  readonly data: { readonly nextCursor: string | null } & Readonly<Record<string, unknown>>;
}

type AnyList = (options: object) => Promise<AnyPage>;

/** Every item of a list, page after page by cursor: what comes or goes in between makes nothing appear twice. */
export async function* itemsOf<Item>(
  list: AnyList,
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
