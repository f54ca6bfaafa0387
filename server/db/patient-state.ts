import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from './engine.ts'
import { readableJson } from './json.ts'
import type { Database, DatabaseTransaction } from './schema.ts'

// The rules of contract/patient.ts in SQL. The state of an animal is read from the JSON of its record, so that an import, an
// undone removal and a server of the previous version need not maintain a column. Each check is one look-up by primary key.

/** `isFormer` of a row of `patient`. Within a JSON text a quote is escaped, so the pattern matches the fields only. */
export const isFormer = (patient: string): RawBuilder<SqlBool> => {
  const data = sql.ref(`${patient}.data`)
  return sql<SqlBool>`(${data} like '%"deceasedDate":"____-__-__"%' or ${data} like '%"active":false%')`
}

/**
 * `concernsCurrent` of a row of `reminder`. Its animal has to exist: an import refuses a reminder of an unknown animal, so that one
 * without a row was removed. A scalar subquery: of `exists` PostgreSQL makes a hash of all animals of all practices.
 */
export const reminderConcernsCurrent: RawBuilder<SqlBool> = sql<SqlBool>`(reminder.patient_uuid is null or coalesce(
  (select case when p.client_uuid = reminder.client_uuid and not ${isFormer('p')} then 1 else 0 end
    from patient p where p.uuid = reminder.patient_uuid), 0) = 1)`

/**
 * `concernsCurrent` of a row of `appointment`. An import accepts appointments of animals that are not loaded yet; these count as
 * current.
 */
export function appointmentConcernsCurrent(
  db: Database | DatabaseTransaction,
  appointment = 'appointment',
): RawBuilder<SqlBool> {
  const data = sql.ref(`${appointment}.data`)
  // Not as JSON on PostgreSQL, which refuses a record with half a character in one of its texts.
  const named = isPostgres(db)
    ? sql`unnest(string_to_array(replace(
        substring(${data} from ${sql.lit(String.raw`"patientUuids":\[([^]]*)\]`)}), '"', ''), ',')) as named(value)`
    : sql`json_each(${readableJson(`${appointment}.data`)}, '$.patientUuids') as named`
  return sql<SqlBool>`(${data} not like '%"patientUuids":["%' or exists (
    select 1 from ${named} left join patient p on p.uuid = named.value
    where p.uuid is null or (p.client_uuid = ${sql.ref(`${appointment}.client_uuid`)} and not ${isFormer('p')})))`
}
