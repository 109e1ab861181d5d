import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

/** Settings of the Scalar API reference. It loads nothing from other hosts; the content security policy below enforces that. */
const configuration = {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  proxyUrl: '',
};

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <title>Parley API</title>
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/scalar.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const start = `Scalar.createApiReference('#reference', ${JSON.stringify(configuration)});\n`;

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns the path of the page's script (3.5 MB). */
function scalarFile(): string {
  const entry = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
  return path.join(path.dirname(entry), 'js/standalone.js');
}

/** Registers `/openapi.json` and the API reference at `/docs`. */
export function registerDocs(app: FastifyInstance, document: () => unknown): void {
  let text: string | undefined;
  app.get('/openapi.json', { config: { pageCost: 13 } }, async (_request, reply) => {
    text ??= JSON.stringify(document());
    return reply.type('application/json; charset=utf-8').send(text);
  });
  app.get('/docs', { config: { pageCost: 1 } }, async (_request, reply) =>
    reply
      .header('content-security-policy', contentSecurityPolicy)
      .type('text/html; charset=utf-8')
      .send(page),
  );
  app.get('/docs/start.js', { config: { pageCost: 1 } }, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(start),
  );
  app.get('/docs/scalar.js', { config: { pageCost: 55 } }, async (_request, reply) =>
    reply
      .header('cache-control', 'max-age=3600')
      .type('text/javascript; charset=utf-8')
      .send(createReadStream(scalarFile())),
  );
}
