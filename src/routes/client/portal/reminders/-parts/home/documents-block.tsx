import { Link } from '@tanstack/react-router'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import { FormattedMessage, useIntl } from 'react-intl'
import { iconOfType, oneOfType } from '#src/features/attachments/types.ts'
import type { IsoDate } from '#contract/dates.ts'
import { Day } from '#src/ui/data/day.tsx'
import { Item } from '#src/ui/data/items.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { Block } from '../block.tsx'
import type { RecentDocument } from './documents.ts'
import { FoldedItems } from './folded-items.tsx'

/** New visits, results and plans. */
export function DocumentsBlock({ documents, today }: { documents: readonly RecentDocument[]; today: IsoDate }) {
  return (
    <Block title={<FormattedMessage id="client.home.new" />}>
      <FoldedItems
        rows={documents.map((document) => (
          <DocumentItem key={document.uuid} document={document} today={today} />
        ))}
        more="client.home.newMore"
      />
    </Block>
  )
}

function DocumentItem({ document, today }: { document: RecentDocument; today: IsoDate }) {
  const intl = useIntl()
  const { uuid, attachmentType: type, name, patientName, date } = document
  const word = type === null ? intl.formatMessage({ id: 'client.visitForms.untitled' }) : oneOfType(type, intl)
  const title = name ?? word
  const year = date?.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric'
  return (
    <Item
      tile={<Tile icon={type === null ? ClipboardList : iconOfType(type)} />}
      title={
        type === null ? (
          <Link to="/client/visit-forms" search={{ visit: uuid }}>
            {title}
          </Link>
        ) : (
          <Link to="/client/attachments/$attachmentType" params={{ attachmentType: type }}>
            {title}
          </Link>
        )
      }
      sub={[name && word, patientName].filter(Boolean).join(' · ')}
      when={date && <Day date={date} day="numeric" month="short" year={year} />}
    />
  )
}
