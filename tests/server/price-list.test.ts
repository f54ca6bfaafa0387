import { beforeEach, expect, test } from 'vitest'
import { MAX_PRICE_ITEMS } from '#contract/price-list.ts'
import type { PriceCsv, PriceItem, PriceList, PriceListVersion, PublicPriceList } from '#contract/schemas/price-list.ts'
import { sha256 } from '#server/http/keys.ts'
import { deleteFormerPriceLists } from '#server/prices/price-list.ts'
import { importKey, practice, priceList, staff, webhook } from '#harness/builders.ts'
import { eachFolder } from '#harness/folders.ts'
import { changeRows, rowsOf } from '#harness/rows.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const KEY = 'dierenportaal_prices_of-the-tests'
const CONSULT: PriceItem = { category: 'Consulten', description: 'Consult', price: 45.5 }
const CASTRATION: PriceItem = { category: 'Operaties', description: 'Castratie', note: 'kat', price: 89, from: true }
const LIST = { validFrom: '2026-07-01', items: [CONSULT, CASTRATION] }
const path = 'practice/a/price-list'
const countOf = (value: unknown) => (value as { count: number }).count
const byCount = (one: unknown, other: unknown) => countOf(one) - countOf(other)

onEngines('the price list of a practice', (engine) => {
  const folder = eachFolder()
  const testServer = eachTestServer(engine, () => ({ importFolder: folder.path }))
  let memberId = ''
  beforeEach(async () => {
    const { db } = testServer
    await practice(db, 'a', { phone: '0612345678' })
    await practice(db, 'b')
    memberId = await staff(db, 'a', 'staff@a.example')
    await importKey(db, 'a', { name: 'Balie', scopes: 'prices:write', hash: await sha256(KEY) })
  })
  const headers = { authorization: `Bearer ${KEY}` }
  const publish = (body: unknown = LIST, id = memberId) => testServer.callAs(id, 'PUT', path, body)
  const publishByKey = (body: unknown = LIST, to = path) => testServer.call('PUT', to, { headers, body })
  const read = (of = 'a', more: Record<string, string> = {}) =>
    testServer.call('GET', `prices/${of}`, { headers: more })
  const versions = () => testServer.ok<PriceListVersion[]>(testServer.callAs(memberId, 'GET', `${path}/versions`))

  test('is read by anybody, and revalidated by its tag', async () => {
    expect(await testServer.ok<PublicPriceList>(read())).toEqual({
      practice: expect.objectContaining({ id: 'a', phone: '0612345678' }),
      items: [],
    })
    await testServer.ok(publish())
    const shown = await read()
    expect(await shown.json()).toMatchObject(LIST)
    expect(shown.headers.get('cache-control')).toBe('public, no-cache')
    const tag = { 'if-none-match': shown.headers.get('etag') ?? '' }
    expect((await read('a', tag)).status).toBe(304)
    await testServer.ok(publish({ ...LIST, validFrom: '2026-08-01' }))
    expect((await read('a', tag)).status).toBe(200)
  })

  test('responds alike for a locked practice and one that does not exist', async () => {
    await testServer.ok(publish())
    await changeRows(testServer.db, 'practice', { locked: 1 }, { id: 'a' })
    const [locked, unknown] = await Promise.all([read('a'), read('nowhere')])
    const bodyOf = async (response: Response) => ({ ...(await response.json()), instance: '' })
    expect(locked.status).toBe(404)
    expect(await bodyOf(locked)).toEqual(await bodyOf(unknown))
  })

  test('limits the reads from one IP address', async () => {
    const from = (address: string) => testServer.call('GET', 'prices/a', { address })
    const { headers: first } = await from('192.0.2.1')
    const left = Number(/r=(\d+)/.exec(first.get('ratelimit') ?? '')?.[1])
    for (let count = 0; count < left; count += 1) await from('192.0.2.1')
    expect(await outcomeOf(from('192.0.2.1'))).toBe('429 rate-limited')
    expect((await from('192.0.2.2')).status).toBe(200)
  })

  test('gets a version and an event for each change, and none for the same list again', async () => {
    await webhook(testServer.db, undefined, 'a', { types: 'price_list.published' })
    const first = await testServer.ok<PriceList>(publish())
    expect(await testServer.ok<PriceList>(publishByKey())).toEqual(first)
    await testServer.ok(publishByKey({ ...LIST, items: [CONSULT] }))
    await testServer.ok(publish({ ...LIST, items: [] }))
    expect(await versions()).toMatchObject([
      { version: 3, count: 0 },
      { version: 2, count: 1, key: 'Balie' },
      { version: 1, count: 2, publishedBy: 'staff@a.example' },
    ])
    expect(await testServer.ok<PublicPriceList>(read())).not.toHaveProperty('validFrom')
    expect(await testServer.ok<PriceList>(testServer.callAs(memberId, 'GET', `${path}/versions/1`))).toMatchObject(LIST)
    const written = async (table: 'audit' | 'webhook_delivery', column: 'details' | 'data') =>
      (await testServer.rows(table))
        .map((row): unknown => JSON.parse(String((row as Record<string, unknown>)[column])))
        .toSorted(byCount)
    expect(await written('audit', 'details')).toEqual([{ count: 0 }, { count: 1, key: 'Balie' }, { count: 2 }])
    expect(await written('webhook_delivery', 'data')).toEqual([0, 1, 2].map((count) => ({ practiceId: 'a', count })))
  })

  test('refuses another version in If-Match, another practice, and invalid items', async () => {
    await testServer.ok(publish())
    const matching = (tag: string) =>
      testServer.call('PUT', path, { headers: { ...headers, 'if-match': tag }, body: { ...LIST, items: [CONSULT] } })
    expect(await outcomeOf(matching('"7"'))).toBe('412 precondition-failed')
    expect((await matching('"1"')).headers.get('etag')).toBe('"2"')
    // A repeated call, whose first response was lost.
    expect((await matching('"1"')).headers.get('etag')).toBe('"2"')
    expect(await outcomeOf(publishByKey(LIST, 'practice/b/price-list'))).toBe('404 not-found')
    for (const wrong of [
      { ...CONSULT, price: -1 },
      { ...CONSULT, price: 1.005 },
      { ...CONSULT, category: ' ' },
    ])
      expect(await outcomeOf(publish({ ...LIST, items: [wrong] }))).toBe('400 validation-failed')
    const whole = Array.from({ length: MAX_PRICE_ITEMS }, (_, at) => ({
      ...CASTRATION,
      note: `${at} `.padEnd(100, 'x'),
    }))
    expect((await publish({ ...LIST, items: whole })).status).toBe(200)
    expect(await outcomeOf(publish({ ...LIST, items: [...whole, CONSULT] }))).toBe('400 validation-failed')
  })

  test('publishes one version for each of two changes at the same time', async () => {
    const both = await Promise.all([publish(), publish({ ...LIST, items: [CONSULT] })])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await versions()).map(({ version }) => version)).toEqual([2, 1])
  })

  test('deletes a version two years after a newer one replaced it', async () => {
    const { db, now } = testServer
    const yearsAgo = (years: number) => new Date(now.getTime() - years * 366 * 86_400_000).toISOString()
    await priceList(db, 'a', { published_at: yearsAgo(9) })
    await priceList(db, 'a', { version: 2, published_at: yearsAgo(3) })
    await priceList(db, 'a', { version: 3, published_at: yearsAgo(1) })
    await priceList(db, 'b', { published_at: yearsAgo(9) })
    await deleteFormerPriceLists({ db }, now)
    expect((await versions()).map(({ version }) => version)).toEqual([3, 2])
    expect(await testServer.ok<PublicPriceList>(read('b'))).toMatchObject({ validFrom: '2026-01-01' })
  })

  const readCsv = async (content: BodyInit) =>
    await testServer.fetch(
      new Request(`http://portal.test/api/${path}/csv`, {
        method: 'POST',
        headers: { authorization: await testServer.signIn(memberId), 'content-type': 'text/csv' },
        body: content,
      }),
    )

  test('is read from a CSV file, with the problems of each row', async () => {
    const csv = await testServer.ok<PriceCsv>(
      readCsv(
        [
          'Prijslijst 2026;;;;',
          'Categorie;Omschrijving;Diersoort;Prijs incl. btw;Vanaf;Eenheid;Code',
          'Consulten;Consult;;€ 45,50;;;A1',
          ';Gebitsreiniging;hond;vanaf 1.250,-;;;A2',
          'Operaties;Castratie;kat;89;ja;per dier;A3',
          'Operaties;Overig;;op aanvraag;;;A4',
          'Operaties;;;12,00;;;A5',
          ';;;;;;',
        ].join('\r\n'),
      ),
    )
    expect(csv.items).toEqual([
      CONSULT,
      { category: 'Consulten', description: 'Gebitsreiniging', note: 'hond', price: 1250, from: true },
      { ...CASTRATION, unit: 'per dier' },
    ])
    expect(csv.problems).toMatchObject([
      { line: 6, code: 'invalidAmount', column: 'Prijs incl. btw' },
      { line: 7, code: 'required', column: 'Omschrijving' },
    ])
    expect([csv.rows, csv.columns.length]).toEqual([5, 6])
    expect(await rowsOf(testServer.db, 'price_list', ['id'], {})).toEqual([])
  })

  test('takes categories from rows of their own, and refuses a file without prices', async () => {
    const csv = await testServer.ok<PriceCsv>(readCsv('Behandeling,Tarief\nConsulten,\nConsult,45.50\n'))
    expect(csv.items).toEqual([CONSULT])
    expect(await outcomeOf(readCsv('Naam;Plaats\nJan;Ede\n'))).toBe('400 validation-failed')
    expect(await outcomeOf(readCsv(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])))).toBe('400 validation-failed')
  })
})
