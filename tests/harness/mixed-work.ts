import { readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { documentKey } from '#server/documents/types.ts'
import { USUAL_LIMITS } from '#server/http/limits.ts'
import { openFiles } from '#server/node/files/files.ts'
import { purge } from '#server/purge/purge.ts'
import { invoice } from './builders.ts'
import { PRACTICE, type Place, addClients, withDatabaseOf, signIn } from './clinic.ts'
import type { CrashOptions } from './crash-round.ts'
import { mailsAt } from './damage.ts'
import { damagedRequestMails, damagedRequests } from './requests-damage.ts'
import { RequestsWork } from './requests-work.ts'
import { addRow, changeRows, rowsOf } from './rows.ts'

const DAY_MS = 86_400_000
const OWNERS = 6
/** Number of invoices with a file that the retention rule removes after a start. */
const OLD_INVOICES = 40
const OLD_DAY = '2010-01-01'

/** Work of owners, staff, exports and the nightly purge, concurrent with the registrations of `crashRounds`. */
export class MixedWork implements Required<Pick<CrashOptions, 'beside' | 'repeat' | 'prepare'>> {
  readonly requests: RequestsWork
  readonly #place: Place
  #isPrepared = false

  constructor(place: Place) {
    this.#place = place
    this.requests = new RequestsWork(place)
  }

  readonly prepare = async (): Promise<void> => {
    const now = Date.now()
    const at = (ms: number) => new Date(ms).toISOString()
    if (!this.#isPrepared) {
      await this.requests.prepare()
      await withDatabaseOf(this.#place, async (db) => {
        const rule = { practice_id: PRACTICE, kind: 'invoice', years: 7, removed_before: null } as const
        await addRow(db, 'retention', { ...rule, starts_on: OLD_DAY })
        await addRow(db, 'purge_clock', { id: 1, seen_at: at(now), steady_since: at(now - 2 * DAY_MS) })
      })
      this.#isPrepared = true
    }
    await this.requests.addOwners(OWNERS)
    await this.#addOldInvoices()
    // Ends the leases of the killed server, and makes another nightly purge due.
    await withDatabaseOf(this.#place, async (db) => {
      await changeRows(db, 'purge_clock', { purger: null, lease_until: null, retained_on: null })
      const ended = { lease_until: at(now - DAY_MS), tries: 0 }
      await db.updateTable('import_run').set(ended).where('state', 'in', ['waiting', 'running']).execute()
    })
  }

  readonly beside = async (base: string, isOver: () => boolean): Promise<void> => {
    const token = await signIn(base).catch(() => undefined)
    if (token === undefined) return
    const server = () => base
    await Promise.all([
      ...Array.from({ length: 3 }, () => this.requests.send(server, isOver)),
      this.requests.answer(server, token, isOver),
      this.requests.export(server, isOver),
    ])
  }

  readonly repeat = (base: string): Promise<void> => this.requests.repeat(() => base)

  async #addOldInvoices(): Promise<void> {
    const folder = join(this.#place.dataDir, 'files')
    await mkdir(folder, { recursive: true })
    const [clientId] = await addClients(this.#place, 1)
    if (clientId === undefined) return
    await withDatabaseOf(this.#place, (db) =>
      db.transaction().execute(async (trx) => {
        for (let index = 0; index < OLD_INVOICES; index += 1) {
          const key = documentKey({ type: 'invoice', uuid: await invoice(trx, clientId, { date: OLD_DAY }) })
          await addRow(trx, 'file', { key, created_at: new Date().toISOString() })
          await writeFile(join(folder, key), '%PDF-1.7')
        }
      }),
    )
  }

  findDamage(): Promise<string[]> {
    return withDatabaseOf(this.#place, async (db) => [
      ...(await damagedRequests(db, this.requests, this.#files())),
      ...(await damagedRequestMails(db, (await mailsAt(db, this.#place)).values())),
    ])
  }

  /** Purges, and returns a line for each failure, file without a row and invoice past its retention. */
  async afterDay(): Promise<string[]> {
    const yesterday = new Date(Date.now() - 2 * DAY_MS).toISOString()
    await this.prepare()
    return await withDatabaseOf(this.#place, async (db) => {
      await changeRows(db, 'request_photo', { created_at: yesterday })
      await changeRows(db, 'file', { created_at: yesterday })
      const files = openFiles({ storage: undefined, dataDir: this.#place.dataDir })
      const failed: string[] = []
      const log = (_level: string, event: string, fields?: object) =>
        void (event.endsWith('failed') && failed.push(`${event}: ${JSON.stringify(fields)}`))
      const settings = {
        publicUrl: 'http://portal.test',
        relyingParty: { id: 'portal.test', origin: 'http://portal.test' },
        allowedOrigins: [],
        https: false,
        limits: USUAL_LIMITS,
      }
      await purge({ db, files, log, settings, clock: () => new Date() })
      const photos = (await rowsOf(db, 'request_photo', ['id'])).map(({ id }) => `photo-${id}`)
      const named = new Set([...photos, ...(await rowsOf(db, 'file', ['key'])).map(({ key }) => key)])
      const old = await rowsOf(db, 'invoice', ['uuid'], { date: OLD_DAY })
      return [
        ...failed,
        ...[...this.#files()].filter((key) => !named.has(key)).map((key) => `${key} is orphaned`),
        ...old.map(({ uuid }) => `invoice ${uuid} is still there`),
      ]
    })
  }

  #files(): ReadonlySet<string> {
    return new Set(readdirSync(join(this.#place.dataDir, 'files')))
  }
}
