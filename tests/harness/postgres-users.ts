import { randomUUID } from 'node:crypto'
import { withClient } from './postgres-cluster.ts'

// Role whose password PostgreSQL checks. The cluster trusts all other connections on the loopback interface.

export type PostgresUser = Awaited<ReturnType<typeof makeUser>>

/** Creates a role that needs a password and has no rights on tables yet. */
export async function makeUser(url: string) {
  const name = `user_${randomUUID().slice(0, 8)}`
  const password = 'right'
  await run(url, `create role ${name} login password '${password}'; grant all on schema public to ${name}`)
  await requirePassword(url, name)
  const own = new URL(url)
  own.username = name
  own.password = password
  return {
    name,
    password,
    url: own.href,
    /** Grants all rights on the existing tables. */
    mayUseAll: () =>
      run(
        url,
        `grant all on all tables in schema public to ${name};
         grant all on all sequences in schema public to ${name};
         grant temporary on database ${own.pathname.slice(1)} to ${name}`,
      ),
  }
}

export const setPassword = (url: string, name: string, password: string): Promise<void> =>
  run(url, `alter role ${name} password '${password}'`)

/** Limits the connections of a user; -1 is no limit. */
export const only = (url: string, name: string, connections: number): Promise<void> =>
  run(url, `alter role ${name} connection limit ${connections}`)

/** Inserts a rule at the start of `pg_hba.conf`, because the first matching rule applies. */
const requirePassword = (url: string, name: string) =>
  run(
    url,
    `do $$ declare
      file text := current_setting('hba_file');
      -- Read first, because copy begins by truncating the file.
      lines text := e'host all ${name} 127.0.0.1/32 scram-sha-256\\n' || pg_read_file(file);
    begin
      execute format('copy (select unnest(string_to_array(%L, e''\\n''))) to %L', lines, file);
    end $$; select pg_reload_conf()`,
  )

const run = (url: string, text: string) => withClient(url, async (client) => void (await client.query(text)))
