import { LanguageModelError, type LanguageModelErrorSource } from '../../contracts/language-model.ts';

/** Limit of one response in bytes. A reply of 4,096 tokens takes about 1.5 MB as events. */
const maxResponseBytes = 8 * 1024 * 1024;

type Fetch = typeof globalThis.fetch;

/** Returns a `fetch` that fails if a response is larger than 8 MiB. */
export function createLimitedFetch(fetch: Fetch, source: LanguageModelErrorSource): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(limitBytes(source)), { status, statusText, headers });
  };
}

function limitBytes(source: LanguageModelErrorSource): TransformStream<Uint8Array, Uint8Array> {
  let sizeBytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      sizeBytes += chunk.length;
      if (sizeBytes <= maxResponseBytes) controller.enqueue(chunk);
      else controller.error(tooLong(source));
    },
  });
}

export const tooLong = (source: LanguageModelErrorSource): LanguageModelError =>
  new LanguageModelError('The response of the language model is too long.', { retryable: true, source });
