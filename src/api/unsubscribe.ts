import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unsubscribe } from '../messaging/opt-out.ts';
import type { ApiContext } from './context.ts';

/** The page has no script and loads nothing. Its form sends to this service only. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const maxBodyBytes = 1024;

type TokenRequest = FastifyRequest<{ Params: { token: string } }>;

/**
 * Registers `/v1/unsubscribe/{token}`, the link of `List-Unsubscribe`. GET shows a page with a button, because mail filters open every link. POST
 * unsubscribes: the button, or the one click of a mail program (RFC 8058 §3.2).
 */
export function registerUnsubscribe(app: FastifyInstance, context: ApiContext): void {
  const path = '/v1/unsubscribe/:token';
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async () => undefined);
    scope.get(path, { config: { pageCost: 1 } }, async (request: TokenRequest, reply) => {
      const isValid = context.mailTokens.readUnsubscribeToken(request.params.token) !== undefined;
      return isValid ? sendPage(reply, 200, confirmation) : sendPage(reply, 404, invalidLink);
    });
    scope.post(
      path,
      { bodyLimit: maxBodyBytes, config: { pageCost: 1, operationId: 'unsubscribe' } },
      async (request: TokenRequest, reply) => {
        const conversationId = context.mailTokens.readUnsubscribeToken(request.params.token);
        const isDone = conversationId !== undefined && (await unsubscribe(context, conversationId));
        return isDone ? sendPage(reply, 200, done) : sendPage(reply, 404, invalidLink);
      },
    );
  });
}

const confirmation =
  '<h1>Unsubscribe</h1><p>You will receive no more email from this sender.</p><form method="post"><button>Unsubscribe</button></form>';
const done = '<h1>You are unsubscribed</h1><p>You will receive no more email from this sender.</p>';
const invalidLink = '<h1>The link is invalid</h1><p>Answer the email with STOP to receive no more.</p>';

const sendPage = (reply: FastifyReply, status: 200 | 404, body: string): FastifyReply =>
  reply
    .status(status)
    .header('content-security-policy', contentSecurityPolicy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Email</title><style>body{font:16px sans-serif;max-width:32em;margin:3em auto;padding:0 1em}</style>${body}</html>`,
    );
