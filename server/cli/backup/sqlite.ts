import { DatabaseSync } from 'node:sqlite'
import { CommandError } from '#server/cli/command.ts'

/** Copies a database that may be in use; the copy is consistent. */
export function copySqlite(from: string, to: string): void {
  const database = new DatabaseSync(from, { readOnly: true, timeout: 10_000 })
  try {
    database.prepare('vacuum into ?').run(to)
  } finally {
    database.close()
  }
}

/** Reads a whole copy and returns the number of rows by table. Throws if the copy is damaged. */
export function checkSqlite(file: string): Record<string, number> {
  const damaged = (how: string) => new CommandError(`${file} is damaged: ${how}.`)
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const found = String(database.prepare('pragma integrity_check(1)').get()?.['integrity_check'] ?? 'it is empty')
    if (found !== 'ok') throw damaged(found.replace(/\n.*/s, ''))
    if (database.prepare('pragma foreign_key_check').all().length > 0) throw damaged('rows refer to what is not there')
    const tables = database
      .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`)
      .all()
    return Object.fromEntries(
      tables.map(({ name }) => [
        String(name),
        Number(database.prepare(`select count(*) as rows from "${String(name)}"`).get()?.['rows']),
      ]),
    )
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw damaged(error instanceof Error ? error.message : 'it cannot be read')
  } finally {
    database.close()
  }
}
