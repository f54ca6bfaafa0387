import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  type MessageFormatElement,
  TYPE,
  isPluralElement,
  isSelectElement,
  parse,
} from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { APPOINTMENT_STATUSES } from '#contract/appointment.ts'
import { CSV_FIELDS, CSV_KINDS, CSV_REASONS, CSV_STATES, DATE_ORDERS, csvFieldValues } from '#contract/csv-import.ts'
import { MEDICINE_CHANNELS } from '#contract/logbook.ts'
import { ANNOUNCED_CHANGES } from '#contract/mail.ts'
import { MOMENTS } from '#contract/medication.ts'
import { SPECIES } from '#contract/patient.ts'
import { DETAIL_FIELDS, PARTS_OF_DAY, REQUEST_KINDS, REQUEST_STATES, WEEKDAYS } from '#contract/request.ts'
import { CLAIM_FILE_GAPS, CLAIM_GAPS } from '#contract/claim.ts'
import { CARD_PARTS } from '#contract/share-link.ts'
import { FOODS } from '#contract/withdrawal.ts'
import { ESTIMATE_OUTCOMES, ESTIMATE_STATES } from '#contract/estimate-states.ts'
import { STARTING_STEPS } from '#contract/getting-started.ts'
import { IMPORT_REASONS, KEY_SCOPES } from '#contract/imports.ts'
import { CONDITION_KINDS, FIELD_TYPES, FORM_FACTS, FORM_KINDS, FORM_STATES, SIGNATURE_METHODS } from '#contract/form.ts'
import { LANGUAGES } from '#contract/languages.ts'
import { EVENT_TYPE_NAMES, TEST_EVENT } from '#contract/webhook.ts'
import { PAYMENT_METHODS } from '#contract/invoice.ts'
import { PASSWORD_RULES } from '#contract/password.ts'
import { PROBLEMS } from '#contract/problem.ts'
import { SELLER_FIELDS } from '#contract/seller.ts'
import { UBL_OBSTACLES } from '#contract/ubl.ts'
import { REMINDER_STATUSES, REMINDER_TYPES } from '#contract/reminder.ts'
import { RETENTION_KINDS } from '#contract/retention.ts'
import { AUDIT_ACTIONS } from '#contract/access-log.ts'
import { LOG_KINDS } from '#contract/log-kind.ts'
import { LISTED_STATES, MAIL_FAILURES } from '#contract/client.ts'
import { typedKeys } from '#contract/values.ts'
import { OIDC_OUTCOMES } from '#contract/sign-in.ts'
import { FORM_FILTERS } from '#src/api/form-search.ts'
import { READINESS, VISIT_PERIODS } from '#src/api/practice-visit-search.ts'
import { MAIL_KINDS } from '#server/mail/kinds.ts'
import { MAIL_PARTS } from '#server/mail/texts.ts'
import { DOCUMENT_TYPES } from '#server/documents/types.ts'
import { TABLE_FIELDS } from '#server/export/tables.ts'
import { SCRIPTS } from '#server/pdf/readable.ts'
import { compileMessages, readTexts } from '#tools/build/messages.ts'

const ROOT = path.join(import.meta.dirname, '../..')
/** Files of the portal, and files of texts that only the server writes. */
const FILES = ['nl', 'en', 'server.nl', 'server.en'] as const

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const sources = (folder: string) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT })
    .filter((file) => !/\.test\.|routeTree\.gen/.test(file))
    .map(read)
    .join('\n')

const nl = readTexts('nl')
const en = readTexts('en')
const texts = { nl, en, 'server.nl': readTexts('server.nl'), 'server.en': readTexts('server.en') }
const idsOf = (file: 'nl' | 'server.nl') => [...texts[file].keys()].sort()
const ids = idsOf('nl')

const under = (prefix: string, keys: string) => keys.split(' ').map((key) => `${prefix}.${key}`)

/** Keys that the specification names, and keys that other parts of the product rely on. */
const PROMISED = [
  ...under('admin.clients', 'registered unregistered register lock unlock delete impersonate'),
  ...under('admin.nav', 'dashboard clients practice'),
  ...under('admin.practice', 'removeAllClients'),
  ...under('auth', 'errors.loginDetails text.loginExpired'),
  ...under('client.invoices', 'paid unpaid all'),
  ...under('client.nav', 'reminders patients invoices visitForms attachments settings'),
  ...under('client.reminders', 'active notActive'),
  ...under('core', 'appName errors.generalError errors.httpError headers.notAuthorised headers.pageNotFound'),
  ...under('core.buttons', 'back retry save cancel confirm'),
  ...under('core.header', 'login logout forgotPassword returnToAdmin menu language'),
  ...under('core.pager', 'next previous'),
  ...under('core.text', 'notAuthorised notAvailable pageNotFound requiredField'),
]

const FORM_ERRORS =
  'changedMeanwhile codeInvalid currentPasswordInvalid dateTooEarly dateTooLate invalidTime nothingChanged passwordUnchanged alreadyStaff invalidBounds onePhotoQuestion noChoices noEarlierQuestion noQuestions'
const PROBLEM_TEXTS =
  'already-set-up setup-code-invalid second-factor-needed second-factor-required second-factor-missing last-admin last-way-in client-locked conflict estimate-changed estimate-closed estimate-of-system forbidden letter-invalid local-address mailed-recently not-found overloaded practice-locked quota-full rate-limited form-closed form-incomplete request-closed request-not-taken sample-client storage-full unavailable xsrf'

/** Keys that the portal joins from a prefix and one of these endings. */
const MADE_UP: Record<string, readonly string[]> = {
  'admin.seller.': SELLER_FIELDS,
  'client.invoices.noUbl.': UBL_OBSTACLES,
  'admin.forms.choice.': LANGUAGES,
  'admin.forms.facts.': FORM_FACTS,
  'admin.forms.filter.': FORM_FILTERS,
  'admin.forms.kind.': FORM_KINDS,
  'admin.forms.noAnswers.': ['asked', 'closed'],
  'admin.forms.shownBy.': ['always', ...CONDITION_KINDS],
  'admin.forms.state.': FORM_STATES,
  'admin.forms.types.': FIELD_TYPES,
  'admin.visits.next.': VISIT_PERIODS,
  'admin.visits.periods.': VISIT_PERIODS,
  'admin.visits.previous.': VISIT_PERIODS,
  'admin.visits.show.': READINESS,
  // Every error code of the contract may have a text. For others the form shows a general text at the field.
  'core.validation.': [
    ...[...sources('contract').matchAll(/'([a-z]\w+)'/gi)].map(([, flag]) => flag!),
    ...FORM_ERRORS.split(' '),
  ],
  'auth.oidc.': OIDC_OUTCOMES,
  'admin.requests.turn.': REQUEST_STATES,
  'client.requests.turn.': REQUEST_STATES,
  'admin.start.buttons.': STARTING_STEPS,
  'admin.start.steps.': STARTING_STEPS,
  'admin.start.texts.': STARTING_STEPS,
  'core.headers.': ['error', 'newVersion', 'slow'],
  'core.text.': ['error', 'newVersion', 'slow'],
  'core.problems.': PROBLEM_TEXTS.split(' '),
  'admin.estimates.field.': ['description', 'quantity', 'unitPrice', 'amountTo', 'vatRate'],
  'client.estimates.sent.': ESTIMATE_OUTCOMES,
  'core.estimates.answer.': ESTIMATE_OUTCOMES,
  'core.estimates.state.': ESTIMATE_STATES,
  'admin.imports.scopes.': KEY_SCOPES,
  'admin.webhooks.types.': [...EVENT_TYPE_NAMES, TEST_EVENT],
  'admin.csvImport.about.': CSV_KINDS,
  'admin.csvImport.counts.': ['rows', 'added', 'updated', 'unchanged', 'leftOut', 'expired'],
  'admin.csvImport.dateOrders.': DATE_ORDERS,
  'admin.csvImport.decimals.': ['comma', 'point'],
  'admin.csvImport.delimiters.': ['semicolon', 'comma', 'tab'],
  'admin.csvImport.fields.': [
    ...new Set(CSV_KINDS.flatMap((kind) => typedKeys(CSV_FIELDS[kind]))),
    'patientKind',
    'insurance',
    'patientUuids',
  ],
  'admin.csvImport.reasons.': CSV_REASONS,
  'admin.csvImport.states.': CSV_STATES,
  'admin.csvImport.values.': CSV_KINDS.flatMap((kind) =>
    typedKeys(CSV_FIELDS[kind])
      .filter((field) => field !== 'species')
      .flatMap((field) => csvFieldValues(kind, field)),
  ),
  'admin.imports.reasons.': IMPORT_REASONS,
  'admin.invitations.reasons.': MAIL_FAILURES,
  'admin.invitations.states.': LISTED_STATES,
  'admin.retention.kinds.': RETENTION_KINDS,
  'admin.todo.': 'notInvited undelivered unanswered withoutEmail failedImports'
    .split(' ')
    .flatMap((task) => [task, `${task}Text`]),
  'auth.rules.': PASSWORD_RULES,
  'admin.audit.actions.': AUDIT_ACTIONS,
  'admin.auditRun.actions.':
    'registered merged activated locked unlocked deleted email-change-asked email-change-ended email-changed viewed-as read removal-undone'.split(
      ' ',
    ),
  'admin.auditSearch.': LOG_KINDS,
  'admin.bulk.': [
    ...'register invite inviteAgain lock unlock delete'
      .split(' ')
      .flatMap((action) => [`${action}Title`, `${action}Done`]),
    ...'register invite lock unlock delete'.split(' ').flatMap((action) => [`${action}Text`, `${action}Busy`]),
    'waiting',
    'paused',
  ],
  'admin.dashboard.': ['morning', 'afternoon', 'evening'],
  'admin.figures.': 'mailed activated invited notInvited withEmail withoutEmail'.split(' '),
  'admin.figures.type.': REMINDER_TYPES,
  'client.appointments.status.': APPOINTMENT_STATUSES,
  'client.given.at.': MOMENTS,
  'client.herd.': FOODS,
  'client.logbook.medicine.': [
    ...'date product use amount batch animals vet meat milk eggs'.split(' '),
    ...MEDICINE_CHANNELS,
  ],
  'client.patients.sex.': [
    ...['DOG', 'CAT', 'HORSE', 'CATTLE', 'RABBIT', 'SHEEP', 'GOAT', 'PIG', 'other'].flatMap((kind) => [
      `${kind}.MALE`,
      `${kind}.FEMALE`,
    ]),
    'HORSE.NEUTERED',
    'CATTLE.NEUTERED',
  ],
  'client.patients.neutered.': ['MALE', 'FEMALE'],
  'client.patients.species.': SPECIES,
  'client.reminders.status.': REMINDER_STATUSES,
  'client.sharing.part.': CARD_PARTS,
  'client.withdrawals.': FOODS,
  'core.requests.kind.': REQUEST_KINDS,
  'core.requests.wish.': ['AT_VISIT', 'MOVE', 'CANCEL'],
  'core.requests.state.': REQUEST_STATES,
  'core.requests.day.': WEEKDAYS,
  'core.requests.part.': PARTS_OF_DAY,
  'core.requests.detail.': DETAIL_FIELDS,
  'client.forms.states.': FORM_STATES,
  'client.forms.closed.': ['cancelled', 'lapsed'],
  'client.forms.signedBy.': SIGNATURE_METHODS,
}

/** Keys that the server joins from a prefix and one of these endings. */
const MADE_UP_BY_SERVER: Record<string, readonly string[]> = {
  'mail.': [...typedKeys(MAIL_KINDS), ...ANNOUNCED_CHANGES.map((change) => `admin-change.${change}`)].flatMap((place) =>
    MAIL_PARTS.map((part) => `${place}.${part}`),
  ),
  'mail.scope.': KEY_SCOPES,
  'mail.list.': typedKeys(MAIL_KINDS).flatMap((kind) => MAIL_KINDS[kind].lists ?? []),
  'documents.fileName.': DOCUMENT_TYPES,
  'claim.gap.': CLAIM_GAPS.flatMap((gap) => [`${gap}.what`, `${gap}.todo`]),
  'claim.fileGap.': CLAIM_FILE_GAPS,
  'export.field.': TABLE_FIELDS,
  'export.why.': ['elsewhere', 'failed', 'noFile', 'tooLarge'],
  'documents.invoice.method.': PAYMENT_METHODS,
  'documents.form.signedBy.': SIGNATURE_METHODS,
  'documents.estimate.answered.': ESTIMATE_OUTCOMES,
  'export.estimateState.': ESTIMATE_STATES,
  'retention.kind.': RETENTION_KINDS,
  'pdf.script.': SCRIPTS.map(([script]) => script),
}

/** Returns the names and types of a message's arguments. A `select` includes its options, a `plural` does not. */
function argumentsOf(elements: MessageFormatElement[]): string[] {
  const found = elements.flatMap((element): string[] => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    if (!isSelectElement(element) && !isPluralElement(element)) return [`${element.value}: ${TYPE[element.type]}`]
    const own = isPluralElement(element)
      ? element.pluralType
      : `select ${Object.keys(element.options).sort().join(' ')}`
    const inner = Object.values(element.options).flatMap(({ value }) => argumentsOf(value))
    return [`${element.value}: ${own}`, ...inner]
  })
  return [...new Set(found)].sort()
}

const argumentsIn = (file: keyof typeof texts) =>
  Object.fromEntries([...texts[file]].map(([id, text]) => [id, argumentsOf(parse(text, { ignoreTag: true }))] as const))

describe.each(FILES)('locales/%s.json', (name) => {
  const file = read(`locales/${name}.json`)
  const tree: unknown = JSON.parse(file)

  test('has no duplicate keys', () => {
    expect(`${JSON.stringify(tree, null, 2)}\n`).toBe(file)
    expect(file).not.toMatch(/: (\[|\d|null|true|false)/)
  })

  test('has sorted keys', () => {
    const unsorted: string[] = []
    JSON.stringify(tree, (key, value: unknown) => {
      const keys = typeof value === 'object' && value !== null ? Object.keys(value) : []
      if (keys.join() !== keys.toSorted().join()) unsorted.push(key || 'the file')
      return value
    })
    expect(unsorted).toEqual([])
  })

  test('has no empty texts or surrounding white space', () => {
    expect([...texts[name]].filter(([, text]) => text === '' || text !== text.trim())).toEqual([])
  })

  test('has no HTML', () => {
    expect([...texts[name]].filter(([, text]) => /<\/?[a-z!]|&(\w+|#\d+);/i.test(text))).toEqual([])
  })

  test('compiles as ICU messages', () => {
    for (const text of texts[name].values()) expect(() => parse(text, { ignoreTag: true })).not.toThrow()
  })
})

test('every message exists in both languages and takes the same arguments', () => {
  expect(argumentsIn('en')).toEqual(argumentsIn('nl'))
  expect(argumentsIn('server.en')).toEqual(argumentsIn('server.nl'))
})

test('the portal does not load messages of the server', () => {
  expect(Object.keys(compileMessages('nl')).sort()).toEqual(ids)
  expect(idsOf('server.nl').filter((id) => nl.has(id))).toEqual([])
})

test('both languages contain the keys of the specification', () => {
  expect(PROMISED.filter((id) => !nl.has(id) || !en.has(id))).toEqual([])
})

test('the texts prescribed by the specification are unchanged', () => {
  const fixed = (id: string) => [en.get(id), nl.get(id)]
  expect(fixed('core.text.requiredField')).toEqual(['Required Field.', 'Verplicht veld.'])
  expect(fixed('core.appName')).toEqual(['Dierenportaal', 'Dierenportaal'])
  expect(argumentsIn('nl')['core.errors.httpError']).toEqual(['status: argument'])
})

/** Returns the ids named in code, and those joined from a prefix and an ending. */
function usedIn(code: string, madeUp: Record<string, readonly string[]>): Set<string> {
  const made = Object.entries(madeUp).flatMap(([prefix, endings]) => {
    expect(code, `${prefix} is no longer made up`).toContain(`\`${prefix}\${`)
    return endings.map((ending) => prefix + ending)
  })
  return new Set([...made, ...[...code.matchAll(/['"]([a-z]+(?:\.\w+)+)['"]/gi)].map(([, id]) => id!)])
}

test('the portal uses every message', () => {
  const used = usedIn(sources('src') + sources('contract'), MADE_UP)
  expect(ids.filter((id) => !used.has(id) && !PROMISED.includes(id))).toEqual([])
})

test('the server uses every message of the server', () => {
  const used = usedIn(sources('server'), MADE_UP_BY_SERVER)
  expect(idsOf('server.nl').filter((id) => !used.has(id))).toEqual([])
})

test('every problem text belongs to a problem code of the contract', () => {
  expect(MADE_UP['core.problems.']!.filter((code) => !(code in PROBLEMS))).toEqual([])
})

test('message keys built from a prefix have a text for every suffix', () => {
  const always = Object.entries(MADE_UP).filter(([prefix]) => prefix !== 'core.validation.')
  const made = always.flatMap(([prefix, endings]) => endings.map((ending) => prefix + ending))
  expect(made.filter((id) => !nl.has(id))).toEqual([])
})
