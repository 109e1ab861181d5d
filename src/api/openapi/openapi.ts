import { type Endpoint, isBinaryReply } from '../endpoint.ts';
import { responseHeaders, responsesOf } from './responses.ts';
import { Components, type Json } from './components.ts';
import { accessDescription, defaultSecurity, info, securityOf, securitySchemes, tagsOf } from './info.ts';
import { parametersOf, requestBodyOf } from './requests.ts';
import { webhooksOf } from './webhooks.ts';

/** Returns the OpenAPI 3.1 document, generated from the definitions of the endpoints. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): Json {
  const components = new Components();
  // Responses come first: if a request and a response have different schemas of one name, the response keeps the name.
  for (const { reply } of endpoints) if (!isBinaryReply(reply)) components.schemas.output(reply);
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint, components);
  }
  return {
    openapi: '3.1.0',
    info: info(version),
    servers: [{ url: '/', description: 'The service that serves this document.' }],
    security: defaultSecurity,
    tags: tagsOf([...endpoints.map(({ tag }) => tag), 'Webhooks']),
    paths,
    webhooks: webhooksOf(components),
    components: { ...components.all(), headers: responseHeaders, securitySchemes },
  };
}

function operation(endpoint: Endpoint, components: Components): Json {
  const requestBody = requestBodyOf(endpoint, components);
  const security = securityOf(endpoint.scope);
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: [endpoint.description, accessDescription(endpoint.scope)].filter(Boolean).join('\n\n'),
    ...(security === undefined ? {} : { security }),
    'x-required-scope': endpoint.scope,
    parameters: parametersOf(endpoint, components),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: responsesOf(endpoint, components),
  };
}
