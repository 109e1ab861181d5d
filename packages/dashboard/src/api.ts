import {
  ParleyClient,
  ParleyError,
  type ListItem,
  type ListName,
  type ListOptions,
} from '@parley/sdk/client';
import {
  MutationCache,
  QueryCache,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { errorText, placeOf, toPageWording } from './wording.ts';
import { reportSignedOut } from './features/session/signed-out.ts';

const workspaceKey = 'parley.workspace';
let currentWorkspaceId: string | undefined;

/** Sends the following requests for the workspace that the user selected before, if the session still allows it, or else for the home workspace. */
export function openWorkspace(homeWorkspaceId: string, workspaceIds: readonly string[]): string {
  const selected = localStorage.getItem(workspaceKey);
  currentWorkspaceId = selected !== null && workspaceIds.includes(selected) ? selected : homeWorkspaceId;
  return currentWorkspaceId;
}

/** Selects a workspace and loads the page again, because every query depends on it. */
export function selectWorkspace(workspaceId: string): void {
  localStorage.setItem(workspaceKey, workspaceId);
  location.assign('/');
}

/** The only way from the pages to the service. Requests carry the session cookie of the browser. */
export const api = new ParleyClient({
  baseUrl: location.origin,
  retriesMax: 1,
  waitMsMax: 5_000,
  fetch: (request) => {
    if (currentWorkspaceId !== undefined) request.headers.set('x-workspace-id', currentWorkspaceId);
    return fetch(request);
  },
});

/** A session can expire while a form is open. The page stays, and a dialog asks for the password. */
export function reportError(error: unknown): void {
  if (error instanceof ParleyError && error.status === 401) reportSignedOut();
}

/** The cache of everything that the pages have read. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta }) => {
      if (meta?.['isSilent'] !== true) reportError(error);
    },
  }),
  mutationCache: new MutationCache({ onError: reportError }),
  defaultOptions: {
    queries: { staleTime: 5_000, retry: false, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});

interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly total: number | undefined;
  readonly nextCursor: string | null;
}

/** Reads a list page by page, in the order of the service. `rows` has all rows that were read. */
export function useList<Name extends ListName>(
  name: Name,
  options: ListOptions<Name>,
  { refetchMs, enabled = true }: { readonly refetchMs?: number; readonly enabled?: boolean } = {},
) {
  const query = useInfiniteQuery<
    ListPage<ListItem<Name>>,
    Error,
    InfiniteData<ListPage<ListItem<Name>>>,
    readonly unknown[],
    string | null
  >({
    queryKey: [name, options],
    queryFn: ({ pageParam, signal }) => readPage(name, options, pageParam, signal),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
    enabled,
    // Reads all pages again: a list that was scrolled far asks as often as a short one.
    ...(refetchMs !== undefined && {
      refetchInterval: ({ state }) => refetchMs * Math.max(state.data?.pages.length ?? 0, 1),
    }),
  });
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  return { ...query, rows, total: query.data?.pages[0]?.total };
}

async function readPage<Name extends ListName>(
  name: Name,
  options: ListOptions<Name>,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ListPage<ListItem<Name>>> {
  const read = api[name].bind(api) as unknown as (options: object) => Promise<{
    data: { nextCursor: string | null; total?: number } & Record<string, unknown>;
  }>;
  const { query } = options as { query?: object };
  const { data } = await read({
    ...options,
    query: { ...query, ...(cursor !== null && { cursor }) },
    signal,
  });
  const items = Object.values(data).find((value) => Array.isArray(value)) as ListItem<Name>[];
  return { items, total: data.total, nextCursor: data.nextCursor };
}

/** Messages of the service by path of the field, such as `voice.speed`. */
export type FieldErrors = Readonly<Record<string, string>>;

const maxSummaryFields = 5;

/** Returns the messages beside fields, and the message for the whole form. */
export function readError(error: unknown): { readonly fields: FieldErrors; readonly message: string } {
  if (!(error instanceof ParleyError)) return { fields: {}, message: String(error) };
  // The dialog for a new sign-in says it already, and the message would stay behind it.
  if (error.status === 401 && error.code !== 'invalid_credentials') return { fields: {}, message: '' };
  const faults = error.fields.map(({ path, message }) => [path, toPageWording(message)] as const);
  const summary = faults
    .slice(0, maxSummaryFields)
    .map(([path, message]) => (path === '' ? message : `${placeOf(path)}: ${message}`));
  // A fault can be that of a field which the form does not have.
  const message = [errorText(error), ...summary].join('\n');
  return { fields: Object.fromEntries(faults), message };
}

/**
 * Sends one change. After it, the queries whose key starts with one of `changes` are read again. `fields` has the messages of the service
 * for the fields of a form. `mutate` has no effect while a change is sent: a second click can come before the button is disabled.
 */
export function useChange<Input, Result>(
  send: (input: Input) => Promise<Result>,
  {
    changes,
    onSuccess,
  }: { readonly changes: readonly string[]; readonly onSuccess?: (result: Result) => void },
) {
  const client = useQueryClient();
  const isSending = useRef(false);
  const mutation = useMutation({
    mutationFn: send,
    onSettled: () => void (isSending.current = false),
    onSuccess: async (result) => {
      onSuccess?.(result);
      await Promise.all(changes.map((name) => client.invalidateQueries({ queryKey: [name] })));
    },
  });
  const start = mutation.mutate;
  const mutate: typeof start = useCallback(
    (...change) => {
      if (isSending.current) return;
      isSending.current = true;
      start(...change);
    },
    [start],
  );
  return {
    ...mutation,
    mutate,
    ...(mutation.error === null ? { fields: {}, message: '' } : readError(mutation.error)),
  };
}
