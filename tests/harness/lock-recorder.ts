import { Client } from 'pg'
import { type Lock, LockedRows } from './lock-order.ts'

// Checks the locks of all transactions of server code on PostgreSQL, as reported by the triggers of `lock-triggers.ts`.

interface Watched {
  rows: LockedRows | undefined
  text: string
}

const complaints = new Set<string>()
let isRecording = false

/** Turns the check on or off for the following tests. Databases with the triggers are slower, so other tests use none. */
export function recordLocks(isOn: boolean): void {
  isRecording = isOn
}

/** Whether the running tests record locks, and so need a database with the triggers. */
export const recordsLocks = (): boolean => isRecording

/** Returns the complaints since the last call. */
export function takeComplaints(): string[] {
  const found = [...complaints]
  complaints.clear()
  return found
}

const watchedClients = new WeakMap<Client, Watched>()

function watch(client: Client): Watched {
  const watched: Watched = { rows: undefined, text: '' }
  watchedClients.set(client, watched)
  client.on('notice', ({ message = '' }) => {
    const [what, mode, table = '', key = '', clientId, accountId] = message.split('|')
    if (what === 'lock') addLock(watched, { mode: mode as Lock['mode'], table, key, clientId, accountId })
  })
  return watched
}

function addLock({ rows, text }: Watched, lock: Lock): void {
  // Removing a practice ends with this statement, when no other transaction uses the practice any more.
  if (text.startsWith('delete from "practice"')) return
  const wrong = rows?.add(lock)
  if (wrong) complaints.add(`${wrong}: ${text.replaceAll(/\s+/g, ' ').slice(0, 200)}`)
}

/** Whether server code opens the transaction. Transactions of fixtures are not checked. */
function isServerCode(): boolean {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 50
  const { stack } = new Error('Where it begins')
  Error.stackTraceLimit = stackTraceLimit
  return stack?.includes('/server/db/transaction.ts') ?? false
}

const LOCKING = / from "?(\w+)"? .* for (?:(?:no key )?update|(key share))( skip locked)?/s

const prototype: { query: (...args: unknown[]) => unknown } = Client.prototype
const { query } = prototype
prototype.query = function (this: Client, ...args: unknown[]) {
  const watched = watchedClients.get(this) ?? watch(this)
  const [statement] = args
  const text = typeof statement === 'string' ? statement : String((statement as { text?: string }).text)
  if (/^begin/i.test(text)) watched.rows = isRecording && isServerCode() ? new LockedRows() : undefined
  else if (/^(commit|rollback)$/i.test(text)) watched.rows = undefined
  watched.text = text
  const response = query.apply(this, args)
  const [, table, isSharing, isSkipping] = LOCKING.exec(text) ?? []
  const { rows } = watched
  if (table === undefined || !rows || !(response instanceof Promise)) return response
  return response.then((result: { rows: object[] }) => {
    for (const row of result.rows) {
      // For clients and accounts, queries may return more columns than the key.
      const values = Object.values(row)
      const key = String(table === 'client' || table === 'account' ? values[0] : values.join())
      if (isSkipping) rows.skip(table, key)
      else addLock(watched, { mode: isSharing ? 'share' : 'lock', table, key })
    }
    return result
  })
}
