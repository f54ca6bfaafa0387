import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import { beginOfDay } from '#contract/zone.ts'
import { WAITING_STATES } from '#contract/request.ts'
import type { RetentionKind } from '#contract/retention.ts'
import { literals } from '#server/db/like.ts'
import type { Schema } from '#server/db/schema.ts'

/** How the records of a kind are found. Each expression is about the row `x`. */
interface Kept {
  table: keyof Schema
  key: string
  /** Day of the record, or its moment where `isMoment`. */
  at: RawBuilder<string>
  isMoment?: true
  client: RawBuilder<string | null>
  /** Column of the client, animal or practice that the record belongs to. */
  parent: 'client_uuid' | 'patient_uuid' | 'practice_id'
  /** Whether the record is of before a day and may be removed. Also applies to a staged line of an export. */
  isDue: (before: IsoDate) => RawBuilder<SqlBool>
}

const ofClient = {
  key: 'uuid',
  at: sql<string>`x.date`,
  client: sql<string | null>`x.client_uuid`,
  parent: 'client_uuid' as const,
  isDue: (before: IsoDate) => sql<SqlBool>`x.date < ${before}`,
}

const isClosedBefore = (row: RawBuilder<unknown>, before: IsoDate) =>
  sql<SqlBool>`${row}.state not in ${literals(WAITING_STATES)} and ${row}.sent_at < ${beginOfDay(before)}`

export const KEPT: Readonly<Record<RetentionKind, Kept>> = {
  invoice: {
    ...ofClient,
    table: 'invoice',
    // Clients still have to pay the others.
    isDue: (before) => sql`x.date < ${before} and x.status = 'PAID'`,
  },
  logbookEntry: {
    ...ofClient,
    table: 'logbook_entry',
    client: sql`(select p.client_uuid from patient p where p.uuid = x.patient_uuid)`,
    parent: 'patient_uuid',
  },
  visitForm: { ...ofClient, table: 'visit_form' },
  attachment: {
    ...ofClient,
    table: 'attachment',
    // An agreement may hold for much longer than its date says.
    isDue: (before) => sql`x.date < ${before} and x.type <> 'agreements'`,
  },
  reminder: { ...ofClient, table: 'reminder' },
  appointment: {
    ...ofClient,
    table: 'appointment',
    at: sql`x.start`,
    isMoment: true,
    isDue: (before) => sql`x.start < ${beginOfDay(before)}`,
  },
  photo: {
    ...ofClient,
    table: 'request_photo',
    key: 'id',
    at: sql`(select r.sent_at from request r where r.uuid = x.request_uuid)`,
    isMoment: true,
    isDue: (before) =>
      sql`exists (select 1 from request r where r.uuid = x.request_uuid and ${isClosedBefore(sql`r`, before)})`,
  },
  request: {
    ...ofClient,
    table: 'request',
    at: sql`x.sent_at`,
    isMoment: true,
    isDue: (before) => isClosedBefore(sql`x`, before),
  },
  audit: {
    ...ofClient,
    table: 'audit',
    parent: 'practice_id',
    key: 'id',
    at: sql`x.at`,
    isMoment: true,
    isDue: (before) => sql`x.at < ${beginOfDay(before)}`,
  },
}
