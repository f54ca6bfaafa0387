import type { IntlShape } from 'react-intl'
import type { PortalRequest } from '#contract/schemas/request.ts'
import { ZONE } from '#contract/zone.ts'
import { kindOf, nameOf } from '#src/features/requests/words.ts'
import type { Columns } from './cells.ts'

const momentCell = (moment: string | undefined, intl: IntlShape) =>
  moment && intl.formatDate(moment, { dateStyle: 'short', timeStyle: 'short', timeZone: ZONE })

/** What is asked, in words: of a medicine, of one's own details, of the days that suit, and what was typed. */
function askedCell({ products = [], corrections = [], suits = [], text }: PortalRequest, intl: IntlShape): string {
  const none = intl.formatMessage({ id: 'core.requests.nothing' })
  return [
    ...products.map(({ name }) => name),
    ...corrections.map(
      ({ field, present, wanted }) => `${nameOf('detail', field, intl)}: ${present || none} → ${wanted || none}`,
    ),
    ...suits.map(
      ({ day, parts }) =>
        `${nameOf('day', day, intl)}: ${intl.formatList(parts.map((part) => nameOf('part', part, intl)))}`,
    ),
    ...(text ? [text] : []),
  ].join('\n')
}

export const requestColumns = (fileOf: (uuid: string) => string | undefined): Columns<PortalRequest> => [
  ['client.myData.field.sentAt', ({ sentAt }, intl) => momentCell(sentAt, intl)],
  ['client.myData.field.kind', kindOf],
  ['client.myData.field.animal', ({ patientName }) => patientName],
  ['client.myData.field.asked', askedCell],
  ['client.myData.field.status', ({ state }, intl) => nameOf('state', state, intl)],
  ['client.myData.field.seenAt', ({ seenAt }, intl) => momentCell(seenAt, intl)],
  ['client.myData.field.closedAt', ({ closedAt }, intl) => momentCell(closedAt, intl)],
  ['client.myData.field.answer', ({ answer }) => answer?.text],
  ['client.myData.field.answeredBy', ({ answer }) => answer?.by],
  ['client.myData.field.file', ({ photos = [] }) => photos.flatMap(({ id }) => fileOf(id) ?? []).join('\n')],
]
