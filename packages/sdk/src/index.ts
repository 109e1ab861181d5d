export * from './client.ts';
export { verifyWebhook, WebhookVerificationError } from './verify-webhook.ts';
export type { VerifyOptions, WebhookEvent } from './verify-webhook.ts';
