import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../core/problems.ts';

/** The pages load only files of this origin, without inline scripts and styles. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The build of packages/dashboard. */
const distFolder = path.resolve(import.meta.dirname, '../../packages/dashboard/dist');

/** Paths of the API and its documentation, which have no pages. */
const reservedPath = /^\/(?:api|v\d+|assets|docs|health|metrics|openapi\.json)(?:[/?.]|$)/;

/** Serves the dashboard: its files at `/assets/`, and its page at every path that `isPageRequest` accepts. */
export class Dashboard {
  #page: string | undefined;

  /** Registers `/` and `/assets/`. The names of files contain the hash of their content, so that browsers keep them. */
  register(app: FastifyInstance): void {
    app.get('/', { config: { pageCost: 1 } }, async (_request, reply) => this.sendPage(reply));
    const assets = path.join(distFolder, 'assets');
    if (!existsSync(assets)) return;
    void app.register(fastifyStatic, {
      root: assets,
      prefix: '/assets/',
      wildcard: false,
      decorateReply: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      index: false,
    });
  }

  /** Returns whether a browser asks for a page of the dashboard, whose paths only the browser knows. */
  isPageRequest({ method, url, headers }: FastifyRequest): boolean {
    return method === 'GET' && (headers.accept ?? '').includes('text/html') && !reservedPath.test(url);
  }

  /** @throws {Problem} `not_found` if the dashboard is not built */
  sendPage(reply: FastifyReply): FastifyReply {
    this.#page ??= readPage();
    return reply
      .headers({
        'content-security-policy': contentSecurityPolicy,
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      })
      .type('text/html; charset=utf-8')
      .send(this.#page);
  }
}

function readPage(): string {
  try {
    return readFileSync(path.join(distFolder, 'index.html'), 'utf8');
  } catch {
    throw new Problem('not_found', {
      details:
        'The dashboard is not built. Run npm run build -w packages/dashboard, and restart the service.',
    });
  }
}
