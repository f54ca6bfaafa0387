import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'

/** What a practice has stored: documents, its logo, and photos of requests. */
export interface StorageUse {
  files: number
  bytes: number
}

const storedFiles = (ofPractice: (column: string) => RawBuilder<unknown>) => sql`
  select f.practice_id as practice, f.bytes from file f
  where f.practice_id is not null and f.bytes > 0 and ${ofPractice('f.practice_id')}
  union all
  select c.practice_id as practice, p.bytes from request_photo p join client c on c.uuid = p.client_uuid
  where ${ofPractice('c.practice_id')}`

/** By practice, the largest first; without those that have nothing. It reads each row of a file. */
export async function storageOfAll(db: Database): Promise<({ practice: string } & StorageUse)[]> {
  const { rows } = await sql<{ practice: string; files: number; bytes: number | string }>`
    select practice, count(*) as files, sum(bytes) as bytes from (${storedFiles(() => sql`1 = 1`)}) s
    group by practice order by 3 desc, practice`.execute(db)
  return rows.map(({ practice, files, bytes }) => ({ practice, files: Number(files), bytes: Number(bytes) }))
}

export async function storageOf(db: Database | DatabaseTransaction, practiceId: string): Promise<StorageUse> {
  const { rows } = await sql<{ files: number; bytes: number | string }>`
    select count(*) as files, coalesce(sum(bytes), 0) as bytes
    from (${storedFiles((column) => sql`${sql.ref(column)} = ${practiceId}`)}) s`.execute(db)
  return { files: Number(rows[0]?.files ?? 0), bytes: Number(rows[0]?.bytes ?? 0) }
}
