import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { TEMPLATE } from './postgres.setup.ts'

/** The PostgreSQL of this run; undefined where the machine has none. */
export function postgresUrl(): string | undefined {
  return inject('postgresUrl') ?? undefined
}

/** A database of one's own with an empty portal in it, some 30 ms each; it goes with the server at the end of the run. */
export const freshPostgres = () => createDatabase(TEMPLATE)

/** One with nothing in it. */
export const emptyPostgres = () => createDatabase('template0')

async function createDatabase(template: string): Promise<string> {
  const url = postgresUrl()
  if (!url) throw new Error('There is no PostgreSQL on this machine')
  const name = `portal_${randomUUID().replaceAll('-', '')}`
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(`create database ${name} template ${template}`)
  } finally {
    await client.end()
  }
  return url.replace(/[^/]*$/, name)
}
