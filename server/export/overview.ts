import { LOCALES, type Language } from '#contract/languages.ts'
import { displayName } from '#contract/names.ts'
import { ZONE } from '#contract/zone.ts'
import { textsIn } from '#server/texts.ts'
import type { AboutClient } from './client.ts'

/** Reason why the archive lacks a file, with the URL of a file on another website. */
export interface Absent {
  why: 'noFile' | 'elsewhere' | 'failed' | 'tooLarge'
  url?: string
}
export interface Contents {
  /** Paths of files by the ids of their records. */
  files: Map<string, string>
  missing: (Absent & { uuid: string; title: string })[]
  rows: Map<string, number>
}

interface Overview {
  about: AboutClient
  contents: Contents
  jsonName: string
  language: Language
}

/** Returns the overview of an archive for people: its contents, its date, and missing files with reasons. */
export function overviewOf({ about, contents, jsonName, language }: Overview): string {
  const { text, count } = textsIn(language)
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeStyle: 'short', timeZone: ZONE })
  const moment = (at: string) => format.format(new Date(at))
  const { client, practice, account, sessions = [], sharedCards = [], weeklyMails, exportedAt } = about
  const folders = Map.groupBy(contents.files.values(), (file) => file.split('/')[0] ?? '')
  const titled = (title: string, mark = '-') => [title, mark.repeat(title.length), '']
  const items = (lines: readonly string[]) => [...lines.map((line) => `- ${line}`), '']
  const languageName = new Intl.DisplayNames(LOCALES[language], { type: 'language' })
  const lines = [
    ...titled(text('export.overview.heading', { client: displayName(client), practice: practice.name }), '='),
    text('export.overview.asOf', { date: moment(exportedAt) }),
    text('export.private'),
    '',
    ...titled(text('export.overview.account')),
    ...items([
      ...(account
        ? [
            text('export.overview.username', { name: account.username }),
            text('export.overview.language', { language: languageName.of(account.language) ?? account.language }),
          ]
        : []),
      text('export.overview.reminderMails', { since: weeklyMails ? moment(weeklyMails.subscribedAt) : 'off' }),
      ...sessions.map(({ signedInAt }) => text('export.overview.session', { date: moment(signedInAt) })),
      ...sharedCards.map(({ patientName, note, endsAt }) =>
        text('export.overview.sharedCard', {
          name: patientName,
          whom: note ?? text('client.sharing.nobody'),
          date: moment(endsAt),
        }),
      ),
    ]),
    ...titled(text('export.overview.contents')),
    ...items([
      ...[...contents.rows].map(([list, rows]) => text('export.overview.list', { list, count: count(rows) })),
      ...[...folders].map(([folder, files]) => text('export.overview.inFolder', { folder, count: files.length })),
    ]),
    text('export.overview.tables'),
    text('export.overview.json', { file: jsonName }),
    '',
    ...titled(text('export.overview.missing')),
    ...(contents.missing.length > 0
      ? items(
          contents.missing.map(({ title, why, url = '' }) =>
            text('export.overview.missingFile', { what: title, why: text(`export.why.${why}`, { url }) }),
          ),
        )
      : [text('export.overview.nothingMissing')]),
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}
