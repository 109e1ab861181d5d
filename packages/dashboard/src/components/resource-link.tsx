import { Link, type LinkProps } from '@tanstack/react-router';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { text } from '../text/index.ts';

const words = text.common.resources;

/** The pages of resources by the prefix of their ids. */
const pages: Readonly<Record<string, (id: string) => LinkProps>> = {
  agent: (agentId) => ({ to: '/agents/$agentId', params: { agentId } }),
  flow: (flowId) => ({ to: '/flows/$flowId', params: { flowId } }),
  call: (callId) => ({ to: '/calls/$callId', params: { callId } }),
  batch: (batchId) => ({ to: '/batches/$batchId', params: { batchId } }),
  mbatch: (batchId) => ({ to: '/batches/messages/$batchId', params: { batchId } }),
  conv: (conversation) => ({ to: '/inbox', search: { conversation } }),
  whk: (webhookId) => ({ to: '/settings/webhooks/$webhookId', params: { webhookId } }),
};

interface ResourceLinkProps {
  readonly id: string;
  /** Null for a resource without a name, and for one that was deleted. */
  readonly name: string | null;
}

/** The name of a resource, or what kind it is, as a link to its page, and a button that copies its id. */
export function ResourceLink({ id, name }: ResourceLinkProps) {
  const prefix = /^([a-z]+)_[0-9A-Z]{26}$/.exec(id)?.[1] ?? '';
  const kind = words.kinds[prefix];
  if (kind === undefined) return id;
  const isDeleted = name === null && words.named.has(prefix);
  const page = pages[prefix];
  const label = name ?? (isDeleted ? words.deleted(kind) : kind);
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      {page === undefined || isDeleted ? (
        <span className={`truncate ${isDeleted ? 'text-muted' : ''}`}>{label}</span>
      ) : (
        <Link {...page(id)} className="truncate underline-offset-2 hover:underline">
          {label}
        </Link>
      )}
      <CopyId id={id} />
    </span>
  );
}

/** A small button that copies an id. */
export function CopyId({ id }: { readonly id: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(id);
    setIsCopied(true);
  };
  // Pages without TLS have no clipboard.
  if (!isSecureContext) return null;
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      title={id}
      aria-label={isCopied ? text.common.copied : words.copyId(id)}
      onClick={() => void copy()}
      className="grid size-6 shrink-0 place-items-center rounded text-faint hover:bg-hover hover:text-ink"
    >
      <Icon aria-hidden size={13} />
    </button>
  );
}
