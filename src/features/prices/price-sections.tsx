import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { centsOf } from '#contract/invoice.ts'
import { itemsByCategory } from '#contract/price-list.ts'
import type { PriceItem } from '#contract/schemas/price-list.ts'
import { money } from '#src/lib/money.ts'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import styles from './price-sections.module.css'

/** Id of the section of a category, by its position in the whole list. */
export const sectionId = (index: number): string => `category-${index + 1}`

interface PriceSectionsProps {
  items: readonly PriceItem[]
  /** Categories of the whole list, in order, for the ids of the sections. Absent in a preview, which has no index. */
  categories?: readonly string[] | undefined
}

/** Prices by category. */
export function PriceSections({ items, categories }: PriceSectionsProps) {
  return itemsByCategory(items).map(({ category, items: own }) => (
    <PriceSection
      key={category}
      category={category}
      items={own}
      id={categories && sectionId(categories.indexOf(category))}
    />
  ))
}

interface PriceSectionProps {
  category: string
  items: readonly PriceItem[]
  id?: string | undefined
}

function PriceSection({ category, items, id }: PriceSectionProps) {
  const titleId = useId()
  return (
    <Panel as="section" id={id} className={styles.section} aria-labelledby={titleId}>
      <PanelHead>
        <h2 id={titleId}>{category}</h2>
      </PanelHead>
      <table className={styles.table} aria-labelledby={titleId}>
        <thead className="hidden-text">
          <tr>
            <th scope="col">
              <FormattedMessage id="core.prices.description" />
            </th>
            <th scope="col">
              <FormattedMessage id="core.prices.price" />
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- items have no id, and a list may repeat one
            <tr key={index}>
              <th scope="row">
                {item.description}
                {item.note && <span className={styles.note}>{item.note}</span>}
              </th>
              <td>
                <Price item={item} />
                {item.unit && <span className={styles.note}>{item.unit}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

/** Price with VAT, marked if it is the lowest one. */
function Price({ item: { price, from } }: { item: PriceItem }) {
  const intl = useIntl()
  const amount = money(intl, centsOf(price) ?? 0)
  return from ? <FormattedMessage id="core.prices.from" values={{ amount }} /> : amount
}
