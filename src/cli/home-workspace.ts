/** Sends one request. */
type Fetch = (request: Request) => Promise<Response>;

/**
 * Returns a `fetch` that sends a request without a workspace again with the home workspace of the key, if the operation requires one. A request with a body other
 * than JSON is not repeated, because its copy would be in memory.
 */
export const fetchInHomeWorkspace =
  (fetch: Fetch = globalThis.fetch): Fetch =>
  async (request) => {
    if (request.headers.has('x-workspace-id') || !isRepeatable(request)) return fetch(request);
    const copy = request.clone();
    const response = await fetch(request);
    const workspaceId = response.headers.get('x-workspace-id');
    if (response.status !== 400 || workspaceId === null) return response;
    if ((await codeOf(response.clone())) !== 'workspace_required') return response;
    copy.headers.set('x-workspace-id', workspaceId);
    return fetch(copy);
  };

const isRepeatable = ({ body, headers }: Request): boolean =>
  body === null || headers.get('content-type') === 'application/json';

/** Returns the code of an error response; undefined if it is no JSON of the API. */
async function codeOf(response: Response): Promise<string | undefined> {
  try {
    const { code, error } = (await response.json()) as { code?: string; error?: { code?: string } };
    return error?.code ?? code;
  } catch {
    return undefined;
  }
}
