import type { IntlShape } from 'react-intl'
import { type CsvCell, dayCell, numberCell } from '#contract/csv.ts'
import type { PracticeFigures } from '#contract/schemas/figures.ts'
import { saveCsv } from '#src/lib/files/save.ts'
import type { MessageId } from '#src/lib/message-id.ts'
import { type CountRow, animalRows, clientRows } from './figure-texts.ts'

/** Saves all tables of the page as one CSV file. */
export function saveFigures(figures: PracticeFigures, intl: IntlShape): void {
  const { from, until, reminders, requests, animals, clients } = figures
  const text = (id: MessageId) => intl.formatMessage({ id })
  const counted = (title: MessageId, rows: readonly CountRow[]): CsvCell[][] => [
    [],
    [text(title), text('admin.figures.count')],
    ...rows.map(([word, count]) => [text(word), numberCell(count)]),
  ]
  saveCsv(
    [text('admin.nav.figures'), from, until],
    [
      [text('client.invoices.from'), dayCell(from)],
      [text('client.invoices.to'), dayCell(until)],
      [],
      [
        text('admin.figures.typeName'),
        text('admin.figures.dueCount'),
        text('admin.figures.in30'),
        text('admin.figures.in90'),
        text('admin.figures.doneAtAll'),
        text('admin.figures.pending'),
      ],
      ...reminders.map(({ type, due, doneIn30, doneIn90, done, pending }) => [
        text(`admin.figures.type.${type}`),
        ...[due, doneIn30, doneIn90, done, pending].map(numberCell),
      ]),
      ...(requests.length > 0
        ? [
            [],
            [
              text('admin.figures.requests'),
              text('admin.figures.sent'),
              ...(['seenAfter', 'answeredAfter'] as const).flatMap((what) => [
                `${text(`admin.figures.${what}`)}: ${text('admin.figures.median')}`,
                `${text(`admin.figures.${what}`)}: ${text('admin.figures.most')}`,
              ]),
            ],
            ...requests.map(({ kind, sent, seen, answered }) => [
              text(`core.requests.kind.${kind}`),
              ...[sent, seen.median, seen.most, answered.median, answered.most].map(numberCell),
            ]),
          ]
        : []),
      ...counted('admin.figures.animals', animalRows(animals)),
      ...counted('admin.figures.clients', clientRows(clients)),
    ],
  )
}
