import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { mergePatchOf, type JsonObject } from '../../merge-patch.ts';

/** An agent or a flow. */
export type Versioned = JsonObject & { readonly id: string; readonly version: number };

interface Finding {
  readonly path: string;
  readonly message: string;
}

/** What the service says about a change. */
export interface Validation {
  readonly faults: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/** Sends a merge patch to be validated without a save. */
export type ValidatePatch<Result extends Validation> = (
  patch: JsonObject,
  signal: AbortSignal,
) => Promise<Result>;

const typingPauseMs = 400;

interface ValidationInput<Result extends Validation> {
  readonly base: Versioned;
  readonly draft: JsonObject;
  readonly validate: ValidatePatch<Result>;
}

/**
 * Validates the changes after a pause in typing. Returns the latest answer of the service, with the draft that it is about. A failed request keeps
 * the answer before it, and opens no dialog: the next letters would go there.
 */
export function useValidation<Result extends Validation>({ base, draft, validate }: ValidationInput<Result>) {
  const [paused, setPaused] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(draft), typingPauseMs);
    return () => clearTimeout(timer);
  }, [draft]);
  const patch = useMemo(() => mergePatchOf(base, paused), [base, paused]);
  const { data } = useQuery({
    queryKey: ['validate', base.id, base.version, patch],
    queryFn: async ({ signal }) => ({ ...(await validate(patch, signal)), checked: paused }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    meta: { isSilent: true },
  });
  return data;
}
