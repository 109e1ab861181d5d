import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** One page of HTML: no script, nothing from elsewhere. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A name, an IPv4 or a bracketed IPv6 address, with or without a port: nothing that HTML could mistake. */
const hostPattern = /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;
const usualHost = '127.0.0.1:3000';

/** `/`: what this is, where to go from here, and the first call by curl, spelt with the address that was asked for. */
export function registerHome(app: FastifyInstance): void {
  let page: string | undefined;
  app.get('/', { config: { pageCost: 1 } }, async (request, reply) => {
    page ??= readFileSync(new URL('./home.html', import.meta.url), 'utf8');
    return reply
      .header('content-security-policy', contentSecurityPolicy)
      .type('text/html; charset=utf-8')
      .send(page.replaceAll('{{address}}', () => addressOf(request)));
  });
}

/** A proxy that speaks TLS says so in a header. */
function addressOf({ headers }: FastifyRequest): string {
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  const host = headers.host ?? '';
  return `${scheme}://${hostPattern.test(host) ? host : usualHost}`;
}
