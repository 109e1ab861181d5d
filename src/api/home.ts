import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

/** The page has no script and loads nothing from other hosts. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A host name, an IPv4 or a bracketed IPv6 address, with an optional port: safe to insert into HTML. */
const hostPattern = /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;
const defaultHost = '127.0.0.1:3000';

/** Registers `/`: an introduction with links and a curl example that contains the requested host name. */
export function registerHome(app: FastifyInstance): void {
  let page: string | undefined;
  app.get('/', { config: { pageCost: 1 } }, async (request, reply) => {
    page ??= readFileSync(new URL('./home.html', import.meta.url), 'utf8');
    return reply
      .header('content-security-policy', contentSecurityPolicy)
      .type('text/html; charset=utf-8')
      .send(page.replaceAll('{{baseUrl}}', () => baseUrlOf((name) => request.headers[name]?.toString())));
  });
}

/** Returns the base URL of the request. A TLS proxy sends X-Forwarded-Proto. */
export function baseUrlOf(header: (name: string) => string | undefined): string {
  const scheme = header('x-forwarded-proto') === 'https' ? 'https' : 'http';
  const host = header('host') ?? '';
  return `${scheme}://${hostPattern.test(host) ? host : defaultHost}`;
}
