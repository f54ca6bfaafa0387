import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from './engine.ts'
import { readableJson } from './json.ts'
import type { Database, DatabaseTransaction } from './schema.ts'

// SQL version of the rules in contract/patient.ts. The state of an animal is read from the JSON of its record. Imports,
// undone removals and servers of the previous version therefore need not maintain a column. Each check is one lookup by
// primary key.

/** `isFormer` for a row of `patient`. The pattern matches only fields, because quotes in JSON texts are escaped. */
export const isFormer = (patient: string): RawBuilder<SqlBool> => {
  const data = sql.ref(`${patient}.data`)
  return sql<SqlBool>`(${data} like '%"deceasedDate":"____-__-__"%' or ${data} like '%"active":false%')`
}

/**
 * `concernsCurrent` for a row of `reminder`. A missing animal was removed, because imports reject reminders of unknown
 * animals. A scalar subquery, because PostgreSQL turns `exists` into a hash of all animals of all practices.
 */
export const reminderConcernsCurrent: RawBuilder<SqlBool> = sql<SqlBool>`(reminder.patient_uuid is null or coalesce(
  (select case when p.client_uuid = reminder.client_uuid and not ${isFormer('p')} then 1 else 0 end
    from patient p where p.uuid = reminder.patient_uuid), 0) = 1)`

/**
 * `concernsCurrent` for a row of `appointment`. Imports accept appointments of animals that are not loaded yet; these
 * count as current.
 */
export function appointmentConcernsCurrent(
  db: Database | DatabaseTransaction,
  appointment = 'appointment',
): RawBuilder<SqlBool> {
  const data = sql.ref(`${appointment}.data`)
  // PostgreSQL rejects JSON with half a surrogate pair, so its version searches the text.
  const named = isPostgres(db)
    ? sql`unnest(string_to_array(replace(
        substring(${data} from ${sql.lit(String.raw`"patientUuids":\[([^]]*)\]`)}), '"', ''), ',')) as named(value)`
    : sql`json_each(${readableJson(`${appointment}.data`)}, '$.patientUuids') as named`
  return sql<SqlBool>`(${data} not like '%"patientUuids":["%' or exists (
    select 1 from ${named} left join patient p on p.uuid = named.value
    where p.uuid is null or (p.client_uuid = ${sql.ref(`${appointment}.client_uuid`)} and not ${isFormer('p')})))`
}
