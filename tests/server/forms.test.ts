import { beforeEach, describe, expect, test } from 'vitest'
import type { Page } from '#contract/paging.ts'
import type { FormTaskDetail, PortalForm, PracticeFormTask } from '#contract/schemas/form.ts'
import { eraseClient } from '#server/clients/erase.ts'
import { workOnForms } from '#server/forms/notify.ts'
import { sha256 } from '#server/http/keys.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import type { memoryFiles } from '#mocks/files.ts'
import { createAuthenticator } from '#harness/authenticator.ts'
import { account, appointment, client, importKey, patient, staff, visitForm, webhook } from '#harness/builders.ts'
import { ANSWERS, CONSENT, CONSENT_ANSWERS, CONTENT, FORM, SIGNED, formPractice, submission } from '#harness/forms.ts'
import { eachTestServer, fieldErrorsOf, onEngines, outcomeOf } from '#harness/test-server.ts'
import { PICTURES } from './pictures.ts'

const KEY = 'dierenportaal_forms_of-the-tests'
const CLOSED = '409 form-closed'
const PROOF = { currentPassword: 'Welkom#2026' }

// The test clock is fixed at 15 June 2026, 10:00 UTC. The appointment is on 20 June.
onEngines('forms', (engine) => {
  const testServer = eachTestServer(engine)
  let at: Awaited<ReturnType<typeof formPractice>>
  beforeEach(async () => void (at = await formPractice(testServer)))

  const shown = (task: string) => testServer.readAs<FormTaskDetail>(at.ownerId, `clients/${at.clientId}/forms/${task}`)
  const states = async () => {
    const { content } = await testServer.readAs<Page<FormTaskDetail>>(at.ownerId, `clients/${at.clientId}/forms`)
    return content.map(({ state }) => state)
  }
  const toStaff = (task: string) => testServer.readAs<PracticeFormTask>(at.memberId, `practice/a/form-answers/${task}`)
  const opened = (url = '') => testServer.fetch(new Request(url))
  const bytesAt = async (url = '') => new Uint8Array(await (await opened(url)).arrayBuffer())
  const storedFiles = () => (testServer.ports.files as ReturnType<typeof memoryFiles>).stored
  const addKey = async (scopes: string) =>
    await importKey(testServer.db, 'a', { name: 'Balie', purpose: 'forms', scopes, hash: await sha256(KEY) })
  const byKey = (method: string, path: string, body?: unknown) =>
    testServer.call(method, path, { headers: { authorization: `Bearer ${KEY}` }, body })
  const signed = (more: object = {}) => submission({ answers: CONSENT_ANSWERS, signature: SIGNED, ...more })
  const actions = async () => {
    const log = testServer.db.selectFrom('audit').select('action').where('action', '<>', 'read').orderBy('id')
    return (await log.execute()).map(({ action }) => action)
  }
  const moveVisit = (columns: object) =>
    testServer.db.updateTable('appointment').set(columns).where('uuid', '=', at.visit).execute()

  describe('definitions', () => {
    const path = (id: string) => `practice/a/forms/${id}`

    test('are saved by an admin, and get a version only when they are published', async () => {
      const id = await at.publish()
      const read = () => testServer.readAs<PortalForm>(at.memberId, path(id))
      expect(await read()).toMatchObject({ version: 1, changed: false, content: CONTENT })
      const changed = { ...FORM, content: { ...CONTENT, title: { nl: 'Nieuw' } } }
      await testServer.ok(at.admin('PUT', path(id), changed))
      expect(await read()).toMatchObject({ version: 1, changed: true, content: { title: { nl: 'Nieuw' } } })
      await testServer.ok(at.admin('POST', `${path(id)}/publication`, { afterVersion: 1 }))
      await testServer.ok(at.admin('POST', `${path(id)}/publication`, { afterVersion: 2 }))
      expect(await read()).toMatchObject({ version: 2, changed: false })
      expect(await outcomeOf(at.admin('POST', `${path(id)}/publication`, { afterVersion: 1 }))).toBe('409 conflict')
      expect(await actions()).toEqual(['form-changed', 'form-published', 'form-changed', 'form-published'])
    })

    test('belong to one practice and keep their kind', async () => {
      const id = await at.publish()
      const atB = await staff(testServer.db, 'b', 'admin@b.example', 'CLINIC_ADMIN')
      const save = (by: string, practice: string, body: object) =>
        outcomeOf(testServer.callAs(by, 'PUT', `practice/${practice}/forms/${id}`, body))
      expect(await save(atB, 'b', FORM)).toBe('404 not-found')
      expect(await save(at.adminId, 'a', CONSENT)).toBe('409 conflict')
      expect(await save(at.adminId, 'a', FORM)).toBe('200')
    })

    test('are saved over the form that was edited, and not over a later one', async () => {
      const id = await at.publish()
      const { contentHash: formerHash } = await testServer.readAs<PortalForm>(at.memberId, path(id))
      const save = (form: object) => outcomeOf(at.admin('PUT', path(id), { ...form, formerHash }))
      const [first, second] = ['Eerste', 'Tweede'].map((nl) => ({ ...FORM, content: { ...CONTENT, title: { nl } } }))
      expect([await save(first!), await save(second!), await save(first!)]).toEqual(['200', '409 conflict', '200'])
      expect(await save({ ...first, active: false })).toBe('409 conflict')
      expect(await testServer.readAs(at.memberId, path(id))).toMatchObject({ content: { title: { nl: 'Eerste' } } })
      const unknown = at.admin('PUT', path(crypto.randomUUID()), { ...FORM, formerHash })
      expect(await outcomeOf(unknown)).toBe('409 conflict')
    })

    test('with conditions on later, unknown or hidden choices are rejected', async () => {
      const [first, ...rest] = CONTENT.fields
      const later = { ...first!, shownIf: { by: 'answer', field: 'medicine', values: ['yes'] } } as const
      const fields = [later, ...rest]
      const form = { ...FORM, content: { ...CONTENT, fields } }
      const refused = await fieldErrorsOf(at.admin('PUT', path(crypto.randomUUID()), form))
      expect(refused).toEqual(['400 validation-failed', '#/content/fields/0/shownIf/field unknownValue'])
      await testServer.ok(at.admin('PUT', path(crypto.randomUUID()), FORM))
    })

    test('are removed only while nobody was asked for them', async () => {
      const unused = await at.publish()
      await testServer.ok(at.admin('DELETE', path(unused)))
      const task = await at.ask()
      const { formId } = await shown(task)
      expect(await outcomeOf(at.admin('DELETE', path(formId)))).toBe('409 conflict')
    })

    test('that are switched off or unpublished cannot be asked for', async () => {
      const draft = crypto.randomUUID()
      await testServer.ok(at.admin('PUT', path(draft), FORM))
      const off = await at.publish()
      await testServer.ok(at.admin('PUT', path(off), { ...FORM, active: false }))
      for (const formId of [draft, off]) {
        const task = { uuid: crypto.randomUUID(), formId, clientUuid: at.clientId }
        const refused = await fieldErrorsOf(at.member('POST', 'practice/a/form-tasks', task))
        expect(refused).toEqual(['400 validation-failed', '#/formId unknownValue'])
      }
    })
  })

  describe('that are asked for', () => {
    test('have the known data, and mail the owner once without content', async () => {
      await at.ask()
      const task = await at.ask()
      expect(await shown(task)).toMatchObject({
        state: 'asked',
        version: 1,
        patientName: 'Bella',
        species: 'CAT',
        reason: 'Vaccinatie',
        facts: { clientName: 'Anna Bakker', chipNumber: '528140000000001', birthDate: '2020-05-01' },
      })
      await deliverOutbox(testServer.ports)
      const mails = await testServer.mails()
      expect(mails.map(({ kind, to }) => `${kind} ${to}`)).toEqual(['form-asked owner@mail.example'])
      expect(JSON.stringify(mails)).not.toContain('Vragenlijst')
    })

    test('are linked by the mail on the page of their appointment, or else in the list of forms', async () => {
      const link = async () => {
        await deliverOutbox(testServer.ports)
        return (await testServer.mails()).at(-1)?.link
      }
      await at.ask()
      expect(await link()).toMatch(new RegExp(`/client/visits/${at.visit}$`))
      await at.ask(FORM, {})
      expect(await link()).toMatch(/\/client\/forms$/)
    })

    test('are asked once for each uuid, and for a client, animal and appointment that belong together', async () => {
      const formId = await at.publish()
      const task = { uuid: crypto.randomUUID(), formId, clientUuid: at.clientId, appointmentUuid: at.visit }
      const ask = (more: object = {}) => at.member('POST', 'practice/a/form-tasks', { ...task, ...more })
      expect((await ask()).status).toBe(201)
      expect((await ask()).status).toBe(200)
      expect(await outcomeOf(ask({ formId: await at.publish() }))).toBe('409 conflict')
      const other = await client(testServer.db, 'b', { account_id: at.ownerId })
      const uuid = crypto.randomUUID()
      expect(await outcomeOf(ask({ uuid, clientUuid: other }))).toBe('404 not-found')
      const foreign = await patient(testServer.db, other, 'Rex')
      expect(await fieldErrorsOf(ask({ uuid, patientUuid: foreign }))).toContain('#/patientUuid unknownValue')
      await moveVisit({ status: 'CANCELLED' })
      expect(await fieldErrorsOf(ask({ uuid }))).toContain('#/appointmentUuid unknownValue')
    })

    test('lapse with their appointment, and are cancelled by staff', async () => {
      const [lapsing, cancelled] = [await at.ask(), await at.ask(FORM, {})]
      await testServer.ok(at.member('POST', `practice/a/form-tasks/${cancelled}/cancellation`))
      expect((await states()).toSorted()).toEqual(['asked', 'cancelled'])
      await moveVisit({ ends_at: '2026-06-15T09:59:00.000Z' })
      expect((await states()).toSorted()).toEqual(['cancelled', 'lapsed'])
      for (const task of [lapsing, cancelled]) expect(await outcomeOf(at.submit(task))).toBe(CLOSED)
      const open = await at.ask(FORM, { patientUuid: at.bella })
      await testServer.ok(at.submit(open))
    })

    test('follow a rule for reason and species, once and shortly before the visit', async () => {
      const rex = await patient(testServer.db, at.clientId, 'Rex', undefined, { species: 'DOG' })
      const animals = { patientUuids: [at.bella, rex], reason: 'Castratie van de kat' }
      await appointment(testServer.db, at.clientId, { ...animals, start: '2026-06-25T09:00:00Z' })
      await appointment(testServer.db, at.clientId, { ...animals, start: '2026-07-25T09:00:00Z' })
      await at.publish({ ...FORM, rule: { reasons: ['CASTRATIE'], species: ['CAT'] } })
      await workOnForms(testServer.ports)
      await workOnForms(testServer.ports)
      const tasks = await testServer.rows('form_task')
      expect(tasks.map(({ patient_uuid: uuid, asked_by: by }) => [uuid, by])).toEqual([[at.bella, null]])
    })
  })

  describe('that are submitted', () => {
    test('are complete only with every shown, unknown and required answer', async () => {
      const task = await at.ask()
      const refused = await fieldErrorsOf(
        at.submit(
          task,
          submission({
            answers: [
              { field: 'medicine', choices: ['yes'] },
              { field: 'weight', number: 101 },
            ],
          }),
        ),
      )
      const missing = ['complaint required', 'which required', 'weight invalidNumber']
      expect(refused).toEqual(['422 form-incomplete', ...missing.map((field) => `#/answers/${field}`)])
      expect(await states()).toEqual(['asked'])
      const answers = [...ANSWERS, { field: 'which', text: 'hidden' }, { field: 'other', text: 'unknown' }]
      expect((await at.submit(task, submission({ answers }))).status).toBe(201)
      expect(await shown(task)).toMatchObject({ state: 'complete', answers: ANSWERS })
      expect(await toStaff(task)).toMatchObject({ clientName: 'Anna Bakker', completedBy: 'owner@mail.example' })
      expect(await actions()).toEqual(['form-changed', 'form-published', 'form-asked', 'form-completed'])
    })

    test('are completed once by a uuid, and refused for another one', async () => {
      const task = await at.ask()
      const body = submission()
      const replies = await Promise.all([at.submit(task, body), at.submit(task, body), at.submit(task)])
      const outcomes = await Promise.all(replies.map((reply) => outcomeOf(reply)))
      expect(outcomes.filter((outcome) => outcome === '201')).toHaveLength(1)
      expect(storedFiles().size).toBe(1)
      const [answer] = await testServer.rows('form_answer')
      const first = submission({ uuid: answer!.submission_uuid })
      expect((await at.submit(task, first)).status).toBe(200)
      expect(await outcomeOf(at.submit(task))).toBe(CLOSED)
    })

    test('are judged by the version that was shown since the form was asked for', async () => {
      const old = await at.publish()
      const [first, ...rest] = CONTENT.fields
      const content = { ...CONTENT, fields: [{ ...first!, required: false }, ...rest] }
      await at.publish({ ...FORM, content }, old, 1)
      const ask = async () => {
        const uuid = crypto.randomUUID()
        const task = { uuid, formId: old, clientUuid: at.clientId, patientUuid: at.bella }
        await testServer.ok(at.member('POST', 'practice/a/form-tasks', task))
        return uuid
      }
      const task = await ask()
      await at.publish(FORM, old, 2)
      const few = { answers: ANSWERS.slice(1) }
      const wrong = await fieldErrorsOf(at.submit(task, submission({ version: 1 })))
      expect(wrong).toEqual(['400 validation-failed', '#/version unknownValue'])
      expect(await outcomeOf(at.submit(task, submission({ version: 3, ...few })))).toBe('422 form-incomplete')
      expect((await at.submit(task, submission({ version: 2, ...few }))).status).toBe(201)
      expect((await shown(task)).version).toBe(2)
    })

    test('keep their photos, also in the PDF, and nobody can remove them', async () => {
      const photo: FormTaskDetail['content'] = {
        ...CONTENT,
        fields: [{ id: 'photo', type: 'photo', label: { nl: 'Foto' }, required: true }],
      }
      const task = await at.ask({ ...FORM, content: photo })
      const { id } = await testServer.ok<{ id: string }>(
        testServer.fetch(
          new Request(`http://portal.test/api/clients/${at.clientId}/request-photos`, {
            method: 'POST',
            headers: { authorization: await testServer.signIn(at.ownerId), 'content-type': 'image/jpeg' },
            body: PICTURES.jpg,
          }),
        ),
      )
      const answers = (photoIds: string[]) => submission({ answers: [{ field: 'photo', photoIds }] })
      const unknown = await fieldErrorsOf(at.submit(task, answers([crypto.randomUUID()])))
      expect(unknown).toEqual(['400 validation-failed', '#/answers/photo/0 unknownValue'])
      await testServer.ok(at.submit(task, answers([id])))
      const { photos = [] } = await toStaff(task)
      expect((await opened(photos[0]?.url)).status).toBe(200)
      const pdf = new TextDecoder('latin1').decode(await bytesAt((await shown(task)).url))
      expect(pdf).toContain('/Subtype /Image')
      expect(await outcomeOf(at.owner('DELETE', `clients/${at.clientId}/request-photos/${id}`))).toBe('404 not-found')
    })

    test('are hidden from a later account of the client', async () => {
      const task = await at.ask()
      await testServer.ok(at.submit(task))
      const { url } = await shown(task)
      const next = await account(testServer.db, 'next@mail.example')
      await testServer.db.updateTable('client').set({ account_id: next }).where('uuid', '=', at.clientId).execute()
      const seen = await testServer.readAs<FormTaskDetail>(next, `clients/${at.clientId}/forms/${task}`)
      expect([seen.state, seen.answers, seen.url]).toEqual(['complete', undefined, undefined])
      expect((await opened(url)).status).toBe(404)
      expect(await toStaff(task)).toMatchObject({ answers: ANSWERS })
    })
  })

  describe('with consent', () => {
    test('need a typed name, and a drawn signature or the password', async () => {
      const task = await at.ask(CONSENT)
      const dot = { name: ' ', strokes: [[5, 5, 6, 6]] }
      const missing = ['#/signature/name required', '#/signature/strokes required']
      expect(await fieldErrorsOf(at.submit(task, signed({ signature: dot })))).toEqual([
        '422 form-incomplete',
        ...missing,
      ])
      const byPassword = { signature: { name: 'Anna Bakker' }, proof: { currentPassword: 'wrong' } }
      expect(await outcomeOf(at.submit(task, signed(byPassword)))).toBe('422 current-password-invalid')
      expect((await at.submit(task, signed({ ...byPassword, proof: PROOF }))).status).toBe(201)
      expect(await shown(task)).toMatchObject({ signature: { name: 'Anna Bakker', method: 'password' } })
      const drawn = await at.ask(CONSENT)
      await testServer.ok(at.submit(drawn, signed()))
      expect(await shown(drawn)).toMatchObject({ signature: { ...SIGNED, method: 'drawn' } })
    })

    test('are signed with a passkey of the account, which signs one consent', async () => {
      const key = createAuthenticator({ origin: 'http://portal.test' })
      // A challenge of a new passkey is bound to its session.
      const token = await testServer.signIn(at.ownerId)
      const make = { token, body: PROOF }
      type Options = Parameters<typeof key.make>[0]
      const options = await testServer.ok<Options>(testServer.call('POST', 'user/passkeys/options', make))
      const body = key.make(options, 'Telefoon')
      await testServer.ok(testServer.call('POST', 'user/passkeys', { token, body }))
      const sign = async () =>
        key.sign(await testServer.read<Parameters<typeof key.sign>[0]>('user/authenticate/passkey'))
      const [first, second] = [await at.ask(CONSENT), await at.ask(CONSENT)]
      const assertion = await sign()
      const byPasskey = signed({ signature: { name: 'Anna Bakker' }, proof: { assertion } })
      expect((await at.submit(first, byPasskey)).status).toBe(201)
      expect(await shown(first)).toMatchObject({ signature: { name: 'Anna Bakker', method: 'passkey' } })
      expect((await at.submit(second, { ...byPasskey, uuid: crypto.randomUUID() })).status).toBe(422)
      const foreign = createAuthenticator({ origin: 'http://portal.test' }).sign(
        await testServer.read<Parameters<typeof key.sign>[0]>('user/authenticate/passkey'),
      )
      expect((await at.submit(second, { ...byPasskey, proof: { assertion: foreign } })).status).toBe(422)
      expect(await shown(second)).toMatchObject({ state: 'asked' })
      expect((await at.submit(second, { ...byPasskey, proof: { assertion: await sign() } })).status).toBe(201)
    })

    test('keep the bytes of their document when practice, form and animal change', async () => {
      const task = await at.ask(CONSENT)
      await testServer.ok(at.submit(task, signed()))
      const { url, formId } = await shown(task)
      const { sha256: hash } = await toStaff(task)
      const bytes = await bytesAt(url)
      await testServer.db.updateTable('practice').set({ name: 'Andere naam' }).where('id', '=', 'a').execute()
      await testServer.db.updateTable('patient').set({ name: 'Rex' }).where('uuid', '=', at.bella).execute()
      const content = { ...CONSENT.content, title: { nl: 'Andere tekst' } }
      await at.publish({ ...CONSENT, content }, formId, 1)
      expect(await bytesAt((await shown(task)).url)).toEqual(bytes)
      expect(await sha256(bytes)).toBe(hash)
      expect((await shown(task)).title.nl).toBe(CONSENT.content.title.nl)
    })

    test('do not send a document that was changed in the storage', async () => {
      const task = await at.ask(CONSENT)
      await testServer.ok(at.submit(task, signed()))
      const { url } = await shown(task)
      const [key = ''] = storedFiles().keys()
      await testServer.ports.files.put(key, new TextEncoder().encode('%PDF-changed'))
      expect((await opened(url)).status).toBe(500)
      expect(testServer.logged.map(({ event }) => event)).toContain('stored-form-changed')
    })

    test.each(['done', 'visit form'])('are withdrawn until the visit is recorded: %s', async (how) => {
      const [early, late] = [await at.ask(CONSENT), await at.ask(CONSENT)]
      for (const task of [early, late]) await testServer.ok(at.submit(task, signed()))
      expect((await shown(late)).withdrawable).toBe(true)
      expect((await at.withdraw(early)).status).toBe(200)
      expect((await at.withdraw(early)).status).toBe(200)
      const kept = await shown(early)
      expect([kept.state, (await opened(kept.url)).status]).toEqual(['withdrawn', 200])
      if (how === 'done') await moveVisit({ status: 'DONE' })
      else await visitForm(testServer.db, at.clientId, { date: '2026-06-20', patient_uuid: at.bella })
      expect((await shown(late)).withdrawable).toBeUndefined()
      expect(await outcomeOf(at.withdraw(late))).toBe(CLOSED)
      expect((await actions()).filter((action) => action === 'consent-withdrawn')).toHaveLength(1)
    })

    test('can be withdrawn after the report of an earlier visit', async () => {
      const task = await at.ask(CONSENT)
      await testServer.ok(at.submit(task, signed()))
      // Half past midnight in Amsterdam, which is still the day before in UTC.
      await moveVisit({ start: '2026-06-19T22:30:00.000Z' })
      const of = { patient_uuid: at.bella }
      await visitForm(testServer.db, at.clientId, { ...of, date: '2026-06-19' })
      await visitForm(testServer.db, at.clientId, { ...of, date: '2026-06-20', appointment_uuid: crypto.randomUUID() })
      expect((await shown(task)).withdrawable).toBe(true)
      expect((await at.withdraw(task)).status).toBe(200)
    })

    test('without an appointment are always withdrawn, and ordinary forms never', async () => {
      const consent = await at.ask(CONSENT, { patientUuid: at.bella })
      await testServer.ok(at.submit(consent, signed()))
      await visitForm(testServer.db, at.clientId, { date: '2026-06-20', patient_uuid: at.bella })
      expect((await at.withdraw(consent)).status).toBe(200)
      const form = await at.ask()
      await testServer.ok(at.submit(form))
      expect(await outcomeOf(at.withdraw(form))).toBe(CLOSED)
    })
  })

  describe('by key', () => {
    test('are asked for, cancelled and read in the order of their changes', async () => {
      await addKey('forms:read forms:write')
      const formId = await at.publish()
      const of = { formId, clientUuid: at.clientId, patientUuid: at.bella }
      const ask = (uuid: string) => byKey('POST', 'practice/a/form-tasks', { uuid, ...of })
      const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
      expect([(await ask(first)).status, (await ask(first)).status, (await ask(second)).status]).toEqual([
        201, 200, 201,
      ])
      await testServer.ok(at.submit(first))
      await testServer.ok(byKey('POST', `practice/a/form-tasks/${second}/cancellation`))
      const read = (after: number) =>
        testServer.ok<Page<PracticeFormTask>>(byKey('GET', `practice/a/form-answers?after=${after}`))
      const { content } = await read(0)
      expect(content.map(({ uuid, number, state, askedBy }) => [uuid, number, state, askedBy])).toEqual([
        [first, 3, 'complete', 'Balie'],
        [second, 4, 'cancelled', 'Balie'],
      ])
      expect(await sha256(await bytesAt(content[0]?.url))).toBe(content[0]?.sha256)
      expect((await read(3)).content.map(({ uuid }) => uuid)).toEqual([second])
    })

    test('need the scope of the call', async () => {
      await addKey('forms:read')
      const task = { uuid: crypto.randomUUID(), formId: await at.publish(), clientUuid: at.clientId }
      expect(await outcomeOf(byKey('POST', 'practice/a/form-tasks', task))).toBe('403 scope-missing')
      expect((await byKey('GET', 'practice/a/form-answers?after=0')).status).toBe(200)
      await testServer.db.updateTable('import_key').set({ scopes: 'forms:write' }).execute()
      expect(await outcomeOf(byKey('GET', 'practice/a/form-answers?after=0'))).toBe('403 scope-missing')
    })
  })

  test('queue events without names or texts', async () => {
    await webhook(testServer.db, undefined, 'a')
    const [form, consent] = [await at.ask(), await at.ask(CONSENT)]
    await testServer.ok(at.submit(form))
    await testServer.ok(at.submit(consent, signed()))
    await testServer.ok(at.withdraw(consent))
    const events = await testServer.db.selectFrom('webhook_delivery').select(['type', 'data']).orderBy('id').execute()
    const types = ['form.asked', 'form.asked', 'form.completed', 'consent.given', 'consent.withdrawn']
    expect(events.map(({ type }) => type)).toEqual(types)
    expect(JSON.parse(events[3]!.data)).toEqual({ practiceId: 'a', clientId: at.clientId, formTaskId: consent })
  })

  test('mail the practice at most once an hour', async () => {
    const mails = async () => {
      await workOnForms(testServer.ports)
      await deliverOutbox(testServer.ports)
      return (await testServer.mails()).filter(({ kind }) => kind === 'forms-new').length
    }
    const tasks = [await at.ask(), await at.ask(), await at.ask()]
    expect(await mails()).toBe(0)
    await testServer.ok(at.submit(tasks[0]!))
    expect([await mails(), await mails()]).toEqual([1, 1])
    await testServer.ok(at.submit(tasks[1]!))
    expect(await mails()).toBe(1)
    testServer.advance(3_600_001)
    expect(await mails()).toBe(2)
  })

  test('are in the data of their owner with the document, but without answers of another account', async () => {
    await testServer.ok(at.submit(await at.ask()))
    const archiveOf = async (by: string) => {
      const { url } = await testServer.readAs<{ url: string }>(by, `clients/${at.clientId}/export`)
      // Names of files in a ZIP archive are not compressed.
      return new TextDecoder('latin1').decode(await bytesAt(url))
    }
    expect(await archiveOf(at.ownerId)).toMatch(/formulieren\/2026-06-15-vragenlijst\.pdf[^]*formulieren\.csv/)
    const next = await account(testServer.db, 'next@mail.example')
    await testServer.db.updateTable('client').set({ account_id: next }).where('uuid', '=', at.clientId).execute()
    const archive = await archiveOf(next)
    expect(archive).toContain('formulieren.csv')
    expect(archive).not.toMatch(/vragenlijst\.pdf|Hoest/)
  })

  test('are erased with their client, their documents included', async () => {
    await testServer.ok(at.submit(await at.ask()))
    expect(storedFiles().size).toBe(1)
    await eraseClient(testServer.db, testServer.ports.files, { clientId: at.clientId, now: testServer.now })
    const left = [await testServer.rows('form_task'), await testServer.rows('form_answer'), [...storedFiles().keys()]]
    expect(left).toEqual([[], [], []])
  })
})
