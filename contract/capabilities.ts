/**
 * Optional features of an API, as listed by `GET /capabilities`. The portal fetches the list once per session. An API
 * without that call has no optional features, and the portal does not call them.
 */
export const CAPABILITIES = [
  /** PUT and DELETE /clients/{clientId}/patients/{patientId}/photo, and `ownPhoto` of an animal */
  'animal-photos',
  /** GET /clients/{clientId}/appointments; `bookedFor` of a reminder */
  'appointments',
  /** GET /practice/{practiceId}/audit */
  'audit',
  /** GET /clients/{clientId}/being-given */
  'being-given',
  /** The calendar of GET, POST and DELETE /clients/{clientId}/calendar */
  'calendar',
  /** `search`, `accountId`, `action`, `from`, `until` and `runs` of GET /practice/{practiceId}/audit; its /people */
  'audit-search',
  /** `kind` of GET /practice/{practiceId}/audit, which also lists who read a client */
  'audit-reads',
  /** GET /clients/{clientId}/patients/{patientId}/claim/{invoiceId} */
  'claim-bundle',
  /** GET /practice/{practiceId}/clients/changes with a key of the scope `clients:read` */
  'client-changes',
  /** `clients` of GET /user/practices, if the user has several at one practice, and `clientUuid` of GET /user/client */
  'client-choice',
  /** `q` of GET /practice/{practiceId}/clients and of GET /clients, `matchedPatients`, `phone` and `mobile` there */
  'client-search',
  /** GET /clients/{clientId}/export */
  'client-export',
  /** `endLinks` of POST /password/change */
  'end-links',
  /**
   * Estimates: GET /clients/{clientId}/estimates and the paths below it, GET /practice/{practiceId}/estimates and the paths below it, GET
   * and PUT of its /estimate-settings; `estimateUuid` of a request
   */
  'estimates',
  /** GET /practice/{practiceId}/figures */
  'figures',
  /**
   * Forms and consents: GET /clients/{clientId}/forms and the paths below it; GET and PUT /practice/{practiceId}/forms and the
   * paths below it, its /form-tasks and /form-answers
   */
  'forms',
  /** GET and PUT /practice/{practiceId}/getting-started; `gettingStarted` of its follow-up */
  'getting-started',
  /** GET /clients/{clientId}/herd, and its /releases, /animals, /medicines and /medicines/file; `ubn` of an animal */
  'herd',
  /** GET and DELETE of /clients/{clientId}/shared-cards, POST below one of its animals, and GET /shared-card */
  'card-sharing',
  /** PUT /practice/{practiceId}/import, its import-keys with a `proof`, and its imports */
  'import-feed',
  /** `scopes` of the import-keys of a practice */
  'key-scopes',
  /** GET, HEAD and PUT /practice/{practiceId}/import/files/{name} */
  'import-files',
  /** POST and DELETE /practice/{practiceId}/imports/{sequence}/confirmation for exports that are `unconfirmed`; `large` of its imports */
  'import-confirmation',
  /** `check` of PUT /practice/{practiceId}/import and of its imports; GET /export-line.schema.json */
  'export-check',
  /** GET and POST /practice/{practiceId}/csv-imports, and the paths below it; `kind` of PUT /practice/{practiceId}/import */
  'csv-import',
  /** DELETE /practice/{practiceId}/import-sequence, and `resetAt` of its imports */
  'import-reset',
  /** `lineCount` of an invoice, and its `lines` in GET /clients/{clientId}/invoices/{invoiceId} */
  'invoice-lines',
  /** GET /clients/{clientId}/invoices/{invoiceId}/ubl */
  'invoice-ubl',
  /** GET /password/invitation */
  'invitation-link',
  /** `state` of GET /practice/{practiceId}/clients, `invitation` and `mailFailure` there; POST /clients/{clientId}/invitation */
  'invitations',
  /** `lastSignIn` of the staff of a practice */
  'last-sign-in',
  /** POST /practice/{practiceId}/letters, /letter and /letter/confirmation */
  'letters',
  /** `locked` of GET /practice/{practiceId}/clients */
  'locked-filter',
  /** Active reminders and appointments leave out animals that have died, left the practice or moved to another client */
  'patient-state',
  /** An attachment with a `fileName` and without a `url` has a file that is not uploaded yet */
  'pending-files',
  /** `patientId` of the reminders, visit forms and attachments of a client */
  'patient-filter',
  /** DELETE /practice/{practiceId}/logo */
  'logo-removal',
  /** GET /practice/{practiceId}/mail-budget */
  'mail-budget',
  /** GET /practice/{practiceId}/mail-preview */
  'mail-preview',
  /**
   * Sign-in at an OpenID Connect issuer: /oidc/start, /oidc/callback and /oidc/session; GET /user/identities and the
   * paths below it; DELETE of the /identities below a member of staff; only if `OIDC_ISSUER` is set
   */
  'oidc',
  /** `openingHours` of a practice, and in PUT */
  'opening-hours',
  /** `iban` and `accountHolder` of a practice for its clients, and with a `proof` in PUT, for its admins; `paymentUrl` of an invoice */
  'payments',
  /** GET and POST of /user/passkeys and the paths below it, and of /user/authenticate/passkey; only if PUBLIC_URL allows passkeys */
  'passkeys',
  /** `size` from 1 to 200, and `date,asc` as `sort`, of every list that is paged */
  'page-sizes',
  /** `address` of a practice for its clients, and in PUT */
  'practice-address',
  /** `colour` of a practice, and in PUT */
  'practice-colour',
  /** `email` and `bookingUrl` of a practice for its clients, and in PUT */
  'practice-contact',
  /**
   * GET /practice/{practiceId}/follow-up; `unanswered` as `state` of GET /practice/{practiceId}/clients, and `noEmail` of GET /clients
   */
  'follow-up',
  /** `not-invited` as `state` of GET /practice/{practiceId}/clients; `notInvited` of its follow-up and figures */
  'not-invited',
  /** GET /prices/{practiceId} without a session; GET and PUT /practice/{practiceId}/price-list, and the paths below it */
  'price-list',
  /** DELETE /clients/{clientId}/request-photos/{photoId} */
  'photo-removal',
  /** GET /practice/{practiceId}/news */
  'practice-news',
  /** `ETag` of GET /practice/{practiceId}, and `If-Match` of PUT */
  'practice-version',
  /** GET and PUT /clients/{clientId}/reminder-mails, and the same of /practice/{practiceId} */
  'reminder-mails',
  /**
   * Requests of owners: GET and POST /clients/{clientId}/requests and the paths below it, POST /clients/{clientId}/request-photos,
   * GET /practice/{practiceId}/requests and the paths below it, its /request-count, GET and PUT of its /request-settings
   */
  'requests',
  /**
   * Messages in requests: POST of the /messages, /reopen and /read below a request of a client, and GET of its /request-count;
   * POST of the /messages, /end and /photos below a request of a practice; `answerTemplates` of its request-settings
   */
  'request-messages',
  /** GET and PUT /practice/{practiceId}/retention, its /preview and /clock; `expired` in the changes of an import */
  'retention-policy',
  /**
   * GET /user/second-factor and the paths below /user/totp; GET and PUT /practice/{practiceId}/second-factor; `secondFactor` of its
   * staff; POST /user/authenticate/second-factor, to which a problem of signing in leads
   */
  'second-factor',
  /** GET of the paths of the sample client, for staff */
  'sample-client',
  /** `seller` of a practice for its staff, and in PUT */
  'seller',
  /** GET /clients/{clientId}/seen */
  'seen',
  /** GET and DELETE /user/sessions, and DELETE of one of them; DELETE /user/session ends the current one */
  'sessions',
  /** GET and POST /practice/{practiceId}/staff, and the paths below it; `workplaces` of GET /user; the names in PUT */
  'staff',
  /**
   * GET and POST /setup, and POST /setup/passkey-options, without a session. The page names it only if the server started without a
   * practice
   */
  'setup',
  /** GET /portal/start */
  'start',
  /** GET /practice/{practiceId}/staff-proposals, and POST and DELETE of one of them */
  'staff-proposals',
  /**
   * A `proof` of POST /practice/{practiceId}/staff, of PUT of one of them and of PUT /practice/{practiceId}/second-factor; POST of
   * the /second-factor/removal below a member of staff
   */
  'staff-proofs',
  /** GET /user/offers, and POST and DELETE of one of them */
  'staff-offers',
  /** `undo` of GET /practice/{practiceId}/audit, and POST /practice/{practiceId}/removals/{removalId}/undo */
  'undo-removals',
  /**
   * GET /clients/{clientId}/appointments/{appointmentId}, and PUT of its /questions; GET /practice/{practiceId}/appointments and of
   * one of them; GET /practice/{practiceId}/appointment-questions with a key of the scope `appointments:read`
   */
  'visits',
  /** GET and POST /practice/{practiceId}/webhooks, and the paths below it */
  'webhooks',
  /** GET /clients/{clientId}/withdrawals */
  'withdrawals',
] as const
export type Capability = (typeof CAPABILITIES)[number]

/** Capabilities for visitors who are not signed in; the page lists them in its `portal-capabilities` meta tag. */
export const SIGNED_OUT_CAPABILITIES = [
  'card-sharing',
  'passkeys',
  'invitation-link',
  'letters',
  'oidc',
  'price-list',
  'setup',
  'start',
] as const satisfies readonly Capability[]
export type SignedOutCapability = (typeof SIGNED_OUT_CAPABILITIES)[number]

/** Capabilities in the page of a portal that has a practice: all but its set-up. */
export const IN_PAGE_OF_PRACTICES: readonly SignedOutCapability[] = SIGNED_OUT_CAPABILITIES.filter(
  (name) => name !== 'setup',
)
