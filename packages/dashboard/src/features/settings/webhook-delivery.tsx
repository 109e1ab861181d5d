import type { WebhookAttempt } from '@parley/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { QueryState } from '../../components/states.tsx';
import { formatDateTime, formatMs } from '../../format.ts';
import { text } from '../../text/index.ts';

const words = text.settings.webhooks.log;

interface WebhookDeliveryDialogProps {
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly onClose: () => void;
}

/** What was sent in each attempt of a delivery, and what the receiver answered. */
export function WebhookDeliveryDialog({ webhookId, deliveryId, onClose }: WebhookDeliveryDialogProps) {
  const query = useQuery({
    queryKey: ['listWebhookDeliveries', webhookId, deliveryId],
    queryFn: ({ signal }) => api.getWebhookDelivery({ path: { webhookId, deliveryId }, signal }),
    refetchInterval: 3_000,
  });
  return (
    <Dialog
      title={query.data?.event ?? words.title}
      description={query.data && `${query.data.eventId} · ${formatDateTime(query.data.createdAt)}`}
      isOpen
      onOpenChange={onClose}
    >
      <QueryState query={query}>
        {({ log }) =>
          log.length === 0 ? (
            <p className="text-sm text-muted">{words.none}</p>
          ) : (
            <ol className="grid gap-4">
              {log.map((attempt) => (
                <Attempt key={attempt.attempt} attempt={attempt} isLast={attempt === log[0]} />
              ))}
            </ol>
          )
        }
      </QueryState>
    </Dialog>
  );
}

/** The response of the last attempt is open. */
function Attempt({
  attempt: { attempt, startedAt, durationMs, request, response, error },
  isLast,
}: {
  readonly attempt: WebhookAttempt;
  readonly isLast: boolean;
}) {
  return (
    <li className="grid gap-1.5 text-sm">
      <p className="flex flex-wrap gap-x-2">
        <span className="font-medium">{words.attempt(attempt)}</span>
        <span className="text-muted">
          {formatDateTime(startedAt)} · {formatMs(durationMs)}
        </span>
      </p>
      {error !== null && <p className="break-words text-bad">{error}</p>}
      <Content summary={words.sent} headers={request.headers} body={indented(request.body)} />
      {response !== null && (
        <Content
          summary={words.answered(response.statusCode)}
          headers={response.headers}
          body={indented(response.body)}
          isOpen={isLast}
        />
      )}
    </li>
  );
}

/** Returns JSON in lines, and any other text unchanged. */
function indented(content: string): string {
  try {
    return JSON.stringify(JSON.parse(content), null, 2);
  } catch {
    return content;
  }
}

interface ContentProps {
  readonly summary: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isOpen?: boolean;
}

function Content({ summary, headers, body, isOpen = false }: ContentProps) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <details open={isOpen} className="min-w-0 rounded-md border border-line">
      <summary className="cursor-pointer px-3 py-1.5 hover:bg-hover">{summary}</summary>
      <div
        role="region"
        aria-label={summary}
        tabIndex={0}
        className="max-h-72 overflow-auto border-t border-line bg-canvas px-3 py-2"
      >
        <pre className="font-mono text-xs wrap-anywhere whitespace-pre-wrap text-muted">
          {lines.join('\n')}
        </pre>
        <pre className="mt-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap">{body || words.empty}</pre>
      </div>
    </details>
  );
}
