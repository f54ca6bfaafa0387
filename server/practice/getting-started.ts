import { sql } from 'kysely'
import { FIRST_INVITATIONS, STARTING_STEPS, type StartingStep } from '#contract/getting-started.ts'
import type { GettingStarted } from '#contract/schemas/getting-started.ts'
import { secondFactorOf } from '#server/auth/second-factor.ts'
import { notInvitedSql, withoutEmailSql } from '#server/clients/follow-up.ts'
import { oneRow } from '#server/db/one-row.ts'
import type { Database } from '#server/db/schema.ts'
import { activeMemberships } from '#server/memberships/members.ts'
import type { Ports } from '#server/ports.ts'

interface Asked {
  practiceId: string
  /** Admin who asks. */
  accountId: string
}

/** Returns the steps that a practice has completed. Counts of clients use the indexes of `followUpOf`. */
export async function gettingStartedOf(
  { db, settings }: Pick<Ports, 'db' | 'settings'>,
  { practiceId, accountId }: Asked,
): Promise<GettingStarted> {
  const row = await oneRow(
    sql<
      Record<'closedAt' | 'phone' | 'logo' | 'iban' | 'requests', string | null> & Record<Count, number | null>
    >`select
      p.getting_started_closed_at as "closedAt", p.phone, p.logo_url as logo, p.iban, s.data as requests,
      c.registered, c.unregistered,
      (select count(*) from client where practice_id = ${practiceId} and ${notInvitedSql}) as "notInvited",
      (select count(*) from client where practice_id = ${practiceId} and ${withoutEmailSql}) as "withoutEmail",
      (select count(*) from ${activeMemberships} w where practice_id = ${practiceId})
        + (select count(*) from staff_offer where practice_id = ${practiceId}) as people
      from practice p left join client_count c on c.practice_id = p.id
      left join request_settings s on s.practice_id = p.id where p.id = ${practiceId}`,
    db,
  )
  const [registered, unregistered] = [Number(row.registered ?? 0), Number(row.unregistered ?? 0)]
  const invited = registered - Number(row.notInvited)
  const toInvite = Math.min(FIRST_INVITATIONS, registered + unregistered - Number(row.withoutEmail))
  const { totpSince, passkeys } = await secondFactorOf(db, accountId, settings)
  const isDone: Record<StartingStep, boolean> = {
    profile: Boolean(row.logo && row.phone),
    clients: registered + unregistered > 0,
    colleagues: Number(row.people) > 1,
    'second-factor': totpSince !== undefined || passkeys > 0,
    requests: row.requests !== null,
    account: Boolean(row.iban),
    invitations: invited > 0 && invited >= toInvite,
  }
  return { isDismissed: row.closedAt !== null, done: STARTING_STEPS.filter((step) => isDone[step]), invited, toInvite }
}

type Count = 'registered' | 'unregistered' | 'notInvited' | 'withoutEmail' | 'people'

/** Closes the list for all admins of the practice, or opens it again. */
export async function dismissGettingStarted(
  db: Database,
  { practiceId, isDismissed, now }: { practiceId: string; isDismissed: boolean; now: Date },
): Promise<void> {
  await db
    .updateTable('practice')
    .set({ getting_started_closed_at: isDismissed ? now.toISOString() : null })
    .where('id', '=', practiceId)
    .execute()
}
