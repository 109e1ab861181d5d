-- Breaks running workers: yes, those of the version before sign webhooks with the columns that are removed; end them first.

-- The secrets of earlier rotations whose overlap has not ended, newest first: [{"secret", "until"}].
alter table webhook_endpoints add column previous_secrets jsonb not null default '[]';
update webhook_endpoints
  set previous_secrets = jsonb_build_array(jsonb_build_object('secret', previous_secret, 'until', previous_secret_until))
  where previous_secret is not null;
alter table webhook_endpoints drop column previous_secret, drop column previous_secret_until;

-- The first rotation of a key, and the expiry that the key had before it.
alter table api_keys add column rotated_at timestamptz(3), add column unrotated_expires_at timestamptz(3);
