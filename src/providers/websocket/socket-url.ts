type Parameters = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** Returns the websocket URL of a path below an http or https URL. Parameters that are undefined are omitted; lists are repeated. */
export function socketUrl(baseUrl: string, path: string, parameters: Parameters = {}): URL {
  const url = new URL(baseUrl.replace(/\/$/, '') + path);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  for (const [name, value] of Object.entries(parameters))
    for (const item of [value ?? []].flat()) url.searchParams.append(name, String(item));
  return url;
}
