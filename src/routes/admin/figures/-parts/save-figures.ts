import type { IntlShape } from 'react-intl'
import { type CsvCell, dayCell, numberCell } from '#contract/csv.ts'
import type { PracticeFigures } from '#contract/figures.ts'
import { typedEntries } from '#contract/typed-entries.ts'
import { saveCsv } from '#src/lib/files/csv.ts'
import type { MessageId } from '#src/lib/message-id.ts'
import { OF_ANIMALS, OF_CLIENTS, REQUESTS, TYPES, animalCounts } from './words.ts'

/** All tables of the page below each other, as a file for a spreadsheet. */
export function saveFigures(figures: PracticeFigures, intl: IntlShape): void {
  const { from, until, reminders, requests, animals, clients } = figures
  const text = (id: MessageId) => intl.formatMessage({ id })
  const counted = <Name extends string>(
    title: MessageId,
    words: Readonly<Record<Name, MessageId>>,
    counts: Readonly<Record<Name, number>>,
  ): CsvCell[][] => [
    [],
    [text(title), text('admin.figures.count')],
    ...typedEntries(words).map(([name, id]) => [text(id), numberCell(counts[name])]),
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
        text(TYPES[type]),
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
              text(REQUESTS[kind]),
              ...[sent, seen.median, seen.most, answered.median, answered.most].map(numberCell),
            ]),
          ]
        : []),
      ...counted('admin.figures.animals', OF_ANIMALS, animalCounts(animals)),
      ...counted('admin.figures.clients', OF_CLIENTS, clients),
    ],
  )
}
