import type { Patient } from '#contract/schemas/patient.ts'
import type { IntlShape } from 'react-intl'
import { isLanguage } from '#contract/languages.ts'
import { displayName } from '#contract/names.ts'
import type { SharedCard } from '#contract/schemas/shared-card.ts'
import { LANGUAGE_NAMES } from '#src/lib/constants.ts'
import { type Account, type Incomplete, type MyData, listTitle } from './data.ts'
import type { Why } from './fetch-file.ts'
import type { DocumentFile } from './documents.ts'

export interface Missing {
  document: DocumentFile
  why: Why
}

interface Overview {
  data: MyData
  counts: readonly { list: string; count: number }[]
  /** How many files are in which folder. */
  folders: ReadonlyMap<string, number>
  missing: readonly Missing[]
  jsonName: string
  at: Date
}

/** What is in the download, as of when, and what is not and why, for a person to read. */
export function overviewOf({ data, counts, folders, missing, jsonName, at }: Overview, intl: IntlShape): string {
  const { account, client, practice, patients, sharedCards = [], incomplete } = data
  const text = intl.formatMessage
  const name = displayName(client) || text({ id: 'core.text.notAvailable' })
  const heading = text({ id: 'client.myData.overview.heading' }, { client: name, practice: practice.name })
  const date = intl.formatDate(at, { dateStyle: 'long', timeStyle: 'short' })
  const left = [...incomplete.map((one) => whyList(one, intl)), ...missing.map((one) => whyFile(one, intl))]
  const lines = [
    ...underlined(heading, '='),
    text({ id: 'client.myData.overview.asOf' }, { date }),
    text({ id: 'client.myData.private' }),
    '',
    ...underlined(text({ id: 'client.myData.overview.account' })),
    ...accountLines(account, intl).map(item),
    ...sharedCards.map((card) => item(sharedCardLine(card, patients, intl))),
    '',
    ...underlined(text({ id: 'client.myData.overview.contents' })),
    ...counts.map(({ list, count }) =>
      item(
        text({ id: 'client.myData.overview.list' }, { list: listTitle(list, intl), count: intl.formatNumber(count) }),
      ),
    ),
    ...[...folders].map(([folder, count]) => item(text({ id: 'client.myData.overview.inFolder' }, { folder, count }))),
    '',
    text({ id: 'client.myData.overview.tables' }),
    text({ id: 'client.myData.overview.json' }, { file: jsonName }),
    '',
    ...underlined(text({ id: 'client.myData.overview.missing' })),
    ...(left.length > 0 ? left.map(item) : [text({ id: 'client.myData.overview.nothingMissing' })]),
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}

function accountLines({ username, email, language, sessions = [], reminderMails }: Account, intl: IntlShape): string[] {
  const name = username ?? email
  const known = isLanguage(language) ? LANGUAGE_NAMES[language] : language
  return [
    ...(name ? [intl.formatMessage({ id: 'client.myData.overview.username' }, { name })] : []),
    ...(known ? [intl.formatMessage({ id: 'client.myData.overview.language' }, { language: known })] : []),
    ...(reminderMails
      ? [
          intl.formatMessage(
            { id: 'client.myData.overview.reminderMails' },
            { since: reminderMails.since ? intl.formatDate(reminderMails.since, { dateStyle: 'long' }) : 'off' },
          ),
        ]
      : []),
    ...sessions.map(({ signedInAt, current }) =>
      intl.formatMessage(
        { id: 'client.myData.overview.session' },
        {
          date: intl.formatDate(signedInAt, { dateStyle: 'long', timeStyle: 'short' }),
          current: String(current),
        },
      ),
    ),
  ]
}

function sharedCardLine({ patientUuid, note, endsAt }: SharedCard, patients: readonly Patient[], intl: IntlShape) {
  const name =
    patients.find(({ uuid }) => uuid === patientUuid)?.name ?? intl.formatMessage({ id: 'core.text.notAvailable' })
  const whom = note ?? intl.formatMessage({ id: 'client.sharing.nobody' })
  const date = intl.formatDate(endsAt, { dateStyle: 'long', timeStyle: 'short' })
  return intl.formatMessage({ id: 'client.myData.overview.sharedCard' }, { name, whom, date })
}

const item = (line: string) => `- ${line}`
const underlined = (heading: string, mark = '-') => [heading, mark.repeat(heading.length), '']

function whyList(one: Incomplete, intl: IntlShape): string {
  const { formatMessage, formatNumber } = intl
  const what = listTitle(one.list, intl)
  const why =
    one.why === 'notOffered'
      ? formatMessage({ id: 'client.myData.why.notOffered' })
      : formatMessage(
          { id: 'client.myData.why.partly' },
          { count: formatNumber(one.count), total: formatNumber(one.total) },
        )
  return formatMessage({ id: 'client.myData.overview.missingFile' }, { what, why })
}

const WHY = {
  noAddress: 'client.myData.why.noAddress',
  otherHost: 'client.myData.why.otherHost',
  status: 'client.myData.why.status',
  failed: 'client.myData.why.failed',
  tooLarge: 'client.myData.why.tooLarge',
} as const

function whyFile({ document, why }: Missing, { formatMessage }: IntlShape): string {
  const details = { url: why.why === 'otherHost' ? why.url : '', status: why.why === 'status' ? why.status : '' }
  return formatMessage(
    { id: 'client.myData.overview.missingFile' },
    { what: document.title, why: formatMessage({ id: WHY[why.why] }, details) },
  )
}
