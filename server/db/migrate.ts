import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './schema.ts'
import { isLockTimeout } from './problem.ts'
import { START_WAIT_MS, inTurn } from './turn.ts'
import { first } from './migrations/0001-first.ts'
import { attempts } from './migrations/0002-attempts.ts'
import { files } from './migrations/0003-files.ts'
import { audit } from './migrations/0004-audit.ts'
import { ofAnimal } from './migrations/0005-of-animal.ts'
import { papers } from './migrations/0006-papers.ts'
import { purgeClock } from './migrations/0007-purge-clock.ts'
import { mailWaits } from './migrations/0008-mail-waits.ts'
import { secrets } from './migrations/0009-secrets.ts'
import { usedTokens } from './migrations/0010-used-tokens.ts'
import { usernames } from './migrations/0011-usernames.ts'
import { calendar } from './migrations/0012-calendar.ts'
import { practiceContact } from './migrations/0013-practice-contact.ts'
import { reminderMails } from './migrations/0014-reminder-mails.ts'
import { sharedCards } from './migrations/0016-shared-cards.ts'
import { importFeed } from './migrations/0017-import-feed.ts'
import { memberships } from './migrations/0018-memberships.ts'
import { sessionDevices } from './migrations/0019-session-devices.ts'
import { passkeys } from './migrations/0020-passkeys.ts'
import { invitations } from './migrations/0021-invitations.ts'
import { imports } from './migrations/0023-imports.ts'
import { secondFactor } from './migrations/0024-second-factor.ts'
import { removals } from './migrations/0025-removals.ts'
import { clientSearch } from './migrations/0026-client-search.ts'
import { staffInvitations } from './migrations/0027-staff-invitations.ts'
import { staffOffers } from './migrations/0028-staff-offers.ts'
import { adminNotices } from './migrations/0029-admin-notices.ts'
import { feedTurns } from './migrations/0030-feed-turns.ts'
import { mailBudget } from './migrations/0031-mail-budget.ts'
import { auditAccount } from './migrations/0032-audit-account.ts'
import { purge } from './migrations/0033-purge.ts'
import { followUp } from './migrations/0034-follow-up.ts'
import { clientTelephones } from './migrations/0035-client-telephones.ts'
import { requests } from './migrations/0036-requests.ts'
import { appointments } from './migrations/0037-appointments.ts'
import { letters } from './migrations/0038-letters.ts'
import { requestMails } from './migrations/0039-request-mails.ts'
import { readings } from './migrations/0042-readings.ts'
import { operations } from './migrations/0043-operations.ts'
import { endedAddresses } from './migrations/0045-ended-addresses.ts'
import { retention } from './migrations/0046-retention.ts'
import { appointmentReminders } from './migrations/0047-appointment-reminders.ts'
import { importConfirmation } from './migrations/0049-import-confirmation.ts'
import { sharedAccounts } from './migrations/0051-shared-accounts.ts'
import { addressChanges } from './migrations/0052-address-changes.ts'
import { removedRecords } from './migrations/0053-removed-records.ts'
import { replacedRecords } from './migrations/0054-replaced-records.ts'
import { hosts } from './migrations/0055-hosts.ts'
import { foldedText } from './migrations/0056-folded-text.ts'
import { fileTypes } from './migrations/0057-file-types.ts'
import { accessLog } from './migrations/0058-access-log.ts'
import { staffNames } from './migrations/0059-staff-names.ts'
import { retentionPolicy } from './migrations/0060-retention-policy.ts'
import { appointmentEnds } from './migrations/0062-appointment-ends.ts'
import { uploads } from './migrations/0063-uploads.ts'
import { mailCounts } from './migrations/0065-mail-counts.ts'
import { invitationLinks } from './migrations/0066-invitation-links.ts'
import { keyTrust } from './migrations/0067-key-trust.ts'
import { patientList } from './migrations/0070-patient-list.ts'
import { proposedAdmins } from './migrations/0072-proposed-admins.ts'

export type Engine = 'sqlite' | 'postgres'
type Migrations = Record<string, (engine: Engine) => Migration>

/**
 * A server of the version before may be running while these are applied, so a step only adds what that one need not know (expand).
 * What no version in use needs any more goes in a later version (contract).
 */
export const MIGRATIONS: Migrations = {
  '0001-first': first,
  '0002-attempts': attempts,
  '0003-files': files,
  '0004-audit': audit,
  '0005-of-animal': ofAnimal,
  '0006-papers': papers,
  '0007-purge-clock': purgeClock,
  '0008-mail-waits': mailWaits,
  '0009-secrets': secrets,
  '0010-used-tokens': usedTokens,
  '0011-usernames': usernames,
  '0012-calendar': calendar,
  '0013-practice-contact': practiceContact,
  '0014-reminder-mails': reminderMails,
  '0016-shared-cards': sharedCards,
  '0017-import-feed': importFeed,
  '0018-memberships': memberships,
  '0019-session-devices': sessionDevices,
  '0020-passkeys': passkeys,
  '0021-invitations': invitations,
  '0023-imports': () => imports,
  '0024-second-factor': secondFactor,
  '0025-removals': removals,
  '0026-client-search': clientSearch,
  '0027-staff-invitations': staffInvitations,
  '0028-staff-offers': staffOffers,
  '0029-admin-notices': adminNotices,
  '0030-feed-turns': feedTurns,
  '0031-mail-budget': mailBudget,
  '0032-audit-account': auditAccount,
  '0033-purge': purge,
  '0034-follow-up': () => followUp,
  '0035-client-telephones': () => clientTelephones,
  '0036-requests': requests,
  '0037-appointments': appointments,
  '0038-letters': letters,
  '0039-request-mails': requestMails,
  '0042-readings': readings,
  '0043-operations': operations,
  '0045-ended-addresses': endedAddresses,
  '0046-retention': retention,
  '0047-appointment-reminders': () => appointmentReminders,
  '0049-import-confirmation': importConfirmation,
  '0051-shared-accounts': () => sharedAccounts,
  '0052-address-changes': addressChanges,
  '0053-removed-records': removedRecords,
  '0054-replaced-records': replacedRecords,
  '0055-hosts': hosts,
  '0056-folded-text': foldedText,
  '0057-file-types': fileTypes,
  '0058-access-log': accessLog,
  '0059-staff-names': staffNames,
  '0060-retention-policy': retentionPolicy,
  '0062-appointment-ends': appointmentEnds,
  '0063-uploads': uploads,
  '0065-mail-counts': mailCounts,
  '0066-invitation-links': invitationLinks,
  '0067-key-trust': keyTrust,
  '0070-patient-list': patientList,
  '0072-proposed-admins': proposedAdmins,
}

export interface MigrateOptions {
  /** Called before the schema of an existing database changes. */
  backup?: (() => Promise<void>) | undefined
  /** Called before the schema of an empty database is made; may throw. */
  isNew?: (() => void) | undefined
  /** Whether an existing database may change; otherwise it is refused. An empty one always may. */
  mayChange?: boolean | undefined
  migrations?: Migrations
}

/** The schema is not that of this version. */
export class SchemaError extends Error {
  override name = 'SchemaError'
}

/** PostgreSQL's calls queue behind a lock that is waited for, so it is waited for briefly, and tried again. */
const TRIES = 60
const PAUSE_MS = 500

/**
 * Applies all pending migrations in one transaction; answers their names. Waits for another server that does so. Throws a `SchemaError`
 * for a newer schema.
 */
export const migrate = (db: Database, engine: Engine, options: MigrateOptions = {}): Promise<string[]> =>
  engine === 'sqlite'
    ? migrateAlone(db, engine, options)
    : db
        .connection()
        .execute((holder) =>
          inTurn(holder, { turn: 'schema', waitMs: START_WAIT_MS }, () => migrateAlone(db, engine, options)),
        )

async function migrateAlone(
  db: Database,
  engine: Engine,
  { backup, isNew, mayChange = true, migrations = MIGRATIONS }: MigrateOptions,
): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(Object.entries(migrations).map(([name, migration]) => [name, migration(engine)])),
    },
  })
  const known = await migrator.getMigrations()
  const pending = known.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
  const isEmpty = pending.length === known.length
  if (!isEmpty) await refuseNewer(db, migrations)
  if (pending.length === 0) return []
  if (!isEmpty && !mayChange) {
    throw new SchemaError(
      `its schema is of an older version (it lacks ${pending.join(', ')}); run npm run migrate, or start the server of this version`,
    )
  }
  if (isEmpty) isNew?.()
  else await backup?.()
  for (let tries = 1; ; tries += 1) {
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error === undefined) return results.map(({ migrationName }) => migrationName)
    if (!isLockTimeout(error) || tries === TRIES) throw error
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

async function refuseNewer(db: Database, migrations: Migrations): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const unknown = rows.map(({ name }) => name).filter((name) => !(name in migrations))
  if (unknown.length === 0) return
  throw new SchemaError(
    `its schema is of a newer version (${unknown.join(', ')}); start that version, or restore the backup from before it`,
  )
}
