import { IMPORTED, LOCK_ORDER } from '#server/db/lock-order.ts'

export interface Lock {
  /** `share`: another row refers to it. */
  mode: 'lock' | 'insert' | 'share'
  table: string
  key: string
  clientId?: string | undefined
  accountId?: string | undefined
}

const rankOf = (table: string) => LOCK_ORDER.findIndex((each) => each === table)
const isIn = (tables: readonly string[], table: string) => tables.includes(table)
/** Tables with keys that two transactions may insert at once; all others have keys that are new. */
const SHARED_KEYS =
  'address_mail attempt client_count file import_turn mail_budget mail_count reminder_mail_count request_count request_notice request_number'.split(
    ' ',
  )
/** Tables with a client or an account that are locked by themselves. */
const NOT_OWNED = ['client', 'import_key']
/** Who deletes accounts locks no rows of these. */
const NOT_OF_ACCOUNTS = ['import_key', 'import_run']

/** The locks of one transaction. */
export class LockedRows {
  readonly #held = new Map<string, Lock['mode']>()
  #last: { table: string; key: string } | undefined

  /** Answers what is wrong with the next lock, if anything. */
  add({ mode, table, key, clientId, accountId }: Lock): string | undefined {
    const id = `${table} ${key}`
    const held = this.#held.get(id)
    if (held === 'lock' || (held !== undefined && mode === 'share')) return undefined
    const others = this.#held.size - Number(held !== undefined)
    // An upsert of a row that is there is reported as an insertion, and then as a change.
    const isNew = mode === 'insert' && !isIn(SHARED_KEYS, table)
    this.#held.set(id, isNew ? 'lock' : mode)
    if (isNew || isIn(IMPORTED, table) || this.#isOwned({ table, clientId, accountId })) return undefined
    // A practice is deleted when nothing is left of it.
    if (mode === 'share' && table !== 'client' && table !== 'account') return undefined
    return this.#inOrder({ mode, table, key }, others)
  }

  #isOwned({ table, clientId, accountId }: Pick<Lock, 'table' | 'clientId' | 'accountId'>): boolean {
    if (isIn(NOT_OWNED, table)) return false
    const isHeld = (row: string) => this.#held.get(row) === 'lock'
    if (table === 'mailed_reminder' && isHeld(`reminder_subscription ${clientId}`)) return true
    // A feed goes with its account, and the archive of an account has no client.
    if ((table === 'calendar_feed' || !clientId) && isHeld(`account ${accountId}`)) return true
    return isHeld(`client ${clientId}`) || (table === 'removed_row' && !clientId)
  }

  /** Rows that were locked without waiting. */
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
    // The key of a new row does not count, because nobody else can have it locked.
    this.#last = { table, key: mode === 'insert' ? (rank === lastRank ? (last?.key ?? '') : '') : key }
    return undefined
  }
}
