/** Events of the log. Each comment has the level and the description of docs/reference/log-events.md. */
export type LogEvent =
  /** info: The database schema was upgraded; `migrations` names the steps. */
  | 'migrated'
  /** info: The server listens at `url`. Has the version, its date, the database engine and the number of practices. */
  | 'started'
  /** info: The portal has no practice yet. `url` opens the set-up with a one-time code, which ends at `expires`. The only secret in the log. */
  | 'setup-code'
  /** warn: A setting is probably a mistake; `text` says why. */
  | 'setting'
  /** warn: The folder `dist` is missing, so the server serves only the API. Build the portal with `npm run build`. */
  | 'portal-not-built'
  /** info: The empty database was filled with demo data, whose password is public. */
  | 'demo-loaded'
  /** info: Metrics are served at `url`. */
  | 'metrics'
  /** info: The server is stopping; `signal` names the signal, if any. */
  | 'stopping'
  /** info: The server has stopped after finishing its calls. */
  | 'stopped'
  /** info: A call was answered: `method`, `route`, `status`, `ms`. */
  | 'request'
  /** info: A person signed in to `account` with one or two `factors`. The event `request` with the same `id` has the way in `route`. */
  | 'signed-in'
  /** warn: Signing in is delayed by `seconds` after too many wrong attempts, counted by `by` for `hash`. */
  | 'sign-in-delayed'
  /** info: A mail was sent. */
  | 'mail-sent'
  /** warn: A file of the archive of an owner could not be read and was left out; `error` says why. */
  | 'archive-file-failed'
  /** error: A mail could not be sent and is tried again; `relay` is the mail server's response without the recipient. */
  | 'mail-failed'
  /** error: A mail could not be sent and is not tried again. */
  | 'mail-given-up'
  /** error: The mail queue could not be read. */
  | 'outbox-failed'
  /** info: An event was sent to `endpoint`: `status`, `ms`. */
  | 'webhook-sent'
  /** warn: An event could not be sent and is tried again: `status` or `error`. */
  | 'webhook-not-sent'
  /** warn: An endpoint for events was disabled; `reason` says why. */
  | 'webhook-disabled'
  /** error: The queue of events could not be read. */
  | 'webhooks-failed'
  /** info: An export sent by HTTP was loaded; `warnings` counts its warnings by kind of record and code. */
  | 'imported'
  /** info: A dry run has ended, or an uploaded file was not loaded; `warnings` counts as for `imported`. */
  | 'import-checked'
  /** info: An export sent by HTTP waits for an admin's confirmation, because it would leave out or remove a large part. */
  | 'import-unconfirmed'
  /** warn or error: An export sent by HTTP waits or was given up; `failure` and `cause` say why. */
  | 'import-not-loaded'
  /** error: The export queue could not be read. */
  | 'imports-failed'
  /** warn: A stopping server could not hand over its exports; another server takes them after ten minutes. */
  | 'imports-not-left'
  /** error: Sent files could not be given to their records; the next file or export tries again. */
  | 'sent-files-not-linked'
  /** warn: The file of a loaded export could not be removed. */
  | 'export-not-removed'
  /** warn: Files that no record names could not be removed; the next import removes them. */
  | 'files-not-removed'
  /** error: The keys at `OAUTH_JWKS_URL` could not be fetched. Check the URL and the network. */
  | 'oauth-keys-unavailable'
  /** warn: A sign-in at the OpenID Connect issuer was refused; `reason` says why, and `outcome` what the person was told. */
  | 'oidc-refused'
  /** error: The OpenID Connect issuer could not be reached, or answered with an error; `reason` says which. */
  | 'oidc-unavailable'
  /** info: The identity of a person at the OpenID Connect issuer was linked to `account`. */
  | 'oidc-linked'
  /** error: A read by staff could not be written to the access log. */
  | 'audit-failed'
  /** error: The nightly retention run of a practice failed; it is tried again every hour. */
  | 'retention-failed'
  /** error: A `step` of the hourly purge failed. Other steps continued; the next hour tries again. */
  | 'purge-failed'
  /** warn: A practice uses 90 % of its storage: `practice`, `bytes`, `limit`. Logged every hour. */
  | 'practice-nearly-full'
  /** warn: The disk of the data folder has less than `LIMIT_LOW_DISK_BYTES` left. Logged every hour. */
  | 'disk-nearly-full'
  /** info: Files without a database row were removed, such as those of an interrupted upload. */
  | 'unnamed-files-removed'
  /** warn: Most files have no database row, so none was removed: the database is an old backup, or the bucket is shared with another portal. */
  | 'unnamed-files-kept'
  /** warn: The store refuses to list its files, so files without a database row stay. Give the key of the bucket the permission `ListBucket`. */
  | 'files-not-listed'
  /** warn: A photo or logo took too much time or memory and was refused. */
  | 'image-failed'
  /** warn: A file took too much time or memory, and was left out of a claim bundle. */
  | 'bundle-file-failed'
  /** error: A response could not be completed after its status was sent; the connection was closed. */
  | 'response-failed'
  /** warn: A stored JSON value of this `kind` could not be read and was left out. Logged once a minute for each kind. */
  | 'stored-value-unreadable'
  /** warn: The clock jumped by more than a day or went back. Nothing is removed by age until the clock has been steady for a day. */
  | 'clock-leapt'
  /** error: The stored PDF of the completed `form` differs from its hash and was not sent. Restore the file from a backup. */
  | 'stored-form-changed'
  /** warn: The clock jumped by more than two days or went back. Check it, then run `dierenportaal retention --confirm-clock`. Logged every hour. */
  | 'removals-stopped'
  /** error: The metrics could not be read. */
  | 'metrics-failed'
  /** error: A background task failed; `work` names the task. */
  | 'background-failed'
  /** error: A call failed with an unforeseen error. */
  | 'internal'
  /** error: A call failed because the database or the file store is unreachable or busy. */
  | 'unavailable'
  /** error: A call failed because the disk is full. */
  | 'storage-full'
  /** warn: A call failed because another call added or removed a row at the same time. */
  | 'conflict'
  /** warn: The reader of the log was too slow; `lines` counts the lines left out beyond 4 MiB. */
  | 'log-left-out'
  /** error: An unforeseen error outside a call. The server stops and exits with 1, so that the service manager restarts it. */
  | 'uncaught'
