/** Events of the log. Each comment has the level and the description of docs/reference/log-events.md. */
export type LogEvent =
  /** info: The database schema was upgraded; `migrations` names the steps. */
  | 'migrated'
  /** info: The server answers at `url`. Has the version, its date, the database engine and the number of practices. */
  | 'started'
  /** warn: A setting is allowed but is probably a mistake; `text` says why. */
  | 'setting'
  /** warn: The folder `dist` is missing, so the server has the API alone. */
  | 'portal-not-built'
  /** info: The empty database was filled with demo data, whose password is public. */
  | 'demo-loaded'
  /** info: Metrics are served at `url`. */
  | 'metrics'
  /** info: The server stops, after `signal` if there was one. */
  | 'stopping'
  /** info: The server has stopped in order. */
  | 'stopped'
  /** info: A call was answered: `method`, `route`, `status`, `ms`. */
  | 'request'
  /** info: Somebody signed in to `account`. */
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
  /** error: The queue of mails could not be read. */
  | 'outbox-failed'
  /** info: An export sent by HTTP was loaded; `warnings` counts its warnings by kind of record and code. */
  | 'imported'
  /** info: An export sent by HTTP waits for an admin's confirmation, because it would leave out or remove much. */
  | 'import-unconfirmed'
  /** warn or error: An export sent by HTTP waits or was given up; `failure` and `cause` say why. */
  | 'import-not-loaded'
  /** error: The queue of exports could not be read. */
  | 'imports-failed'
  /** warn: A stopping server could not hand over its exports; another server takes them after ten minutes. */
  | 'imports-not-left'
  /** warn: The file of a loaded export could not be removed. */
  | 'export-not-removed'
  /** warn: Files that no record names could not be removed; the next import removes them. */
  | 'files-not-removed'
  /** error: The keys at `OAUTH_JWKS_URL` could not be fetched. */
  | 'oauth-keys-unavailable'
  /** error: A reading by staff could not be written to the access log. */
  | 'audit-failed'
  /** error: The nightly retention run of a practice failed; it is tried again every hour. */
  | 'retention-failed'
  /** error: The `step` of the hourly purge that failed. Other steps went on; the next hour tries again. */
  | 'purge-failed'
  /** warn: A practice uses 90 % of its storage: `practice`, `bytes`, `limit`. Logged every hour. */
  | 'practice-nearly-full'
  /** warn: The disk of the data folder has less than `LIMIT_LOW_DISK_BYTES` left. Logged every hour. */
  | 'disk-nearly-full'
  /** info: Files without a database row were removed, such as those of an interrupted upload. */
  | 'unnamed-files-removed'
  /** warn: Most files have no database row, so none was removed: the database is an old backup, or the bucket is shared with another portal. */
  | 'unnamed-files-kept'
  /** warn: The store refuses to list its files, so files without a row stay. The key of a bucket needs `ListBucket`. */
  | 'files-not-listed'
  /** warn: A photo or logo took too much time or memory and was refused. */
  | 'image-failed'
  /** error: A response could not be completed after its status was sent; the connection was closed. */
  | 'response-failed'
  /** warn: A stored JSON value of this `kind` could not be read and was left out. Logged once a minute for each kind. */
  | 'stored-value-unreadable'
  /** warn: The clock jumped by more than a day or went back. Nothing is removed by age until it has been steady for a day. */
  | 'clock-leapt'
  /** warn: The clock jumped by more than two days or went back. Check it, then run `dierenportaal retention --confirm-clock`. Logged every hour. */
  | 'removals-stopped'
  /** error: The metrics could not be read. */
  | 'metrics-failed'
  /** error: Background work ended with an error; `work` names it. */
  | 'background-failed'
  /** error: A call failed with an unforeseen error. */
  | 'internal'
  /** error: A call failed because the database or the file store is unreachable or busy. */
  | 'unavailable'
  /** error: A call failed because the disk is full. */
  | 'storage-full'
  /** warn: A call failed because a row appeared or disappeared meanwhile. */
  | 'conflict'
  /** warn: The log was not read for a while; beyond 4 MiB this number of `lines` was left out. */
  | 'log-left-out'
  /** error: An unforeseen error outside a call. The server stops and exits with 1, so that the service manager restarts it. */
  | 'uncaught'
