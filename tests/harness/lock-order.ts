import { IMPORTED, LOCK_ORDER } from '#server/db/lock-order.ts'

export interface Lock {
  /** `share` is the lock that a new reference takes on a row. */
  mode: 'lock' | 'insert' | 'share'
  table: string
  key: string
  clientId?: string | undefined
  accountId?: string | undefined
}

const rankOf = (table: string) => LOCK_ORDER.findIndex((each) => each === table)
const isIn = (tables: readonly string[], table: string) => tables.includes(table)
/** Tables into which two transactions may insert the same key at the same time. */
const SHARED_KEYS =
  'address_mail attempt client_change client_count client_feed file import_turn mail_budget mail_count month_start reminder_mail_count request_count request_notice request_number'.split(
    ' ',
  )
/** Tables whose rows have their own place in the lock order, although they belong to a client or an account. */
const NOT_OWNED = ['client', 'import_key']
/** Deleting an account locks no rows of these tables. */
const NOT_OF_ACCOUNTS = ['import_key', 'import_run', 'webhook_delivery', 'webhook_endpoint']

export class LockedRows {
  readonly #held = new Map<string, Lock['mode']>()
  #last: { table: string; key: string } | undefined

  /** Returns a complaint if the next lock is out of order. */
  add({ mode, table, key, clientId, accountId }: Lock): string | undefined {
    const id = `${table} ${key}`
    const held = this.#held.get(id)
    if (held === 'lock' || (held !== undefined && mode === 'share')) return undefined
    const others = this.#held.size - Number(held !== undefined)
    // An upsert of an existing row is reported as an insertion, and then as a change.
    const isNew = mode === 'insert' && !isIn(SHARED_KEYS, table)
    this.#held.set(id, isNew ? 'lock' : mode)
    if (isNew || isIn(IMPORTED, table) || this.#isOwned({ table, clientId, accountId })) return undefined
    // References to other tables need no order: a practice is deleted only after all its rows.
    if (mode === 'share' && table !== 'client' && table !== 'account') return undefined
    return this.#inOrder({ mode, table, key }, others)
  }

  #isOwned({ table, clientId, accountId }: Pick<Lock, 'table' | 'clientId' | 'accountId'>): boolean {
    if (isIn(NOT_OWNED, table)) return false
    const isHeld = (row: string) => this.#held.get(row) === 'lock'
    if (table === 'mailed_reminder' && isHeld(`reminder_subscription ${clientId}`)) return true
    // An account owns its calendar feeds and its rows without a client, such as an archive.
    if ((table === 'calendar_feed' || !clientId) && isHeld(`account ${accountId}`)) return true
    return isHeld(`client ${clientId}`) || (table === 'removed_row' && !clientId)
  }

  /** Records a row locked with `skip locked`, which never waits. */
  skip(table: string, key: string): void {
    this.#held.set(`${table} ${key}`, 'lock')
  }

  #inOrder({ mode, table, key }: Pick<Lock, 'mode' | 'table' | 'key'>, others: number): string | undefined {
    const [rank, last] = [rankOf(table), this.#last]
    if (rank < 0) return others > 0 ? `${table} is locked without its owner, and is not in LOCK_ORDER` : undefined
    const lastRank = last ? rankOf(last.table) : -1
    if (mode === 'share') {
      const isLate = last && rank < lastRank && !isIn(NOT_OF_ACCOUNTS, last.table)
      return isLate ? `a row refers to ${table} after ${last.table} was locked` : undefined
    }
    const isLower = rank === lastRank && mode === 'lock' && last !== undefined && key < last.key
    if (last && (rank < lastRank || isLower)) return `${table} ${key} is locked after ${last.table} ${last.key}`
    // The key of a new row does not count, because no other transaction can have locked it.
    this.#last = { table, key: mode === 'insert' ? (rank === lastRank ? (last?.key ?? '') : '') : key }
    return undefined
  }
}
